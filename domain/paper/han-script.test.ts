import test from 'ava';
import { isTraditional } from './han-script.ts';
import { familyOf, openFont } from './noto-fonts.ts';

test('traditional text is told from simplified, and what both write alike is simplified', (t) => {
  for (const text of ['臺北市信義區', '香港九龍旺角彌敦道', '門市部出貨單', 'ㄅㄆ中'])
    t.true(isTraditional(text), text);
  for (const text of ['北京市朝阳区', '上海市浦东新区', '中文', 'Hello', '', '门店发货单'])
    t.false(isTraditional(text), text);
  // Those are written as is usual where the paper comes from, and only those.
  for (const text of ['中文', '上海', '']) t.true(isTraditional(text, true), text);
  t.false(isTraditional('北京市朝阳区', true));
  // The same again: what was found is found again, whatever came between.
  t.true(isTraditional('臺北市信義區'));
});

test('a character that all share is drawn as the text around it is at home', (t) => {
  t.is(familyOf('骨', '門市部：骨瓷'), 'Taiwanese');
  t.is(familyOf('骨', '门店：骨瓷'), 'Chinese');
  t.is(familyOf('骨', '骨のある'), 'Japanese');
  t.is(familyOf('骨', '骨 한국'), 'Korean');
  t.is(familyOf('骨', '骨', true), 'Taiwanese');
  t.is(familyOf('骨', '骨', false), 'Chinese');
  // They are drawn differently, and both are there in both weights.
  for (const weight of ['Regular', 'Bold'] as const) {
    const path = (family: 'Taiwanese' | 'Chinese') =>
      openFont(family, weight).glyphForCodePoint('骨'.codePointAt(0)!).path.toSVG();
    t.not(path('Taiwanese'), path('Chinese'));
  }
  // What Taiwan's font lacks comes from the one that has all of Unicode's.
  const rare = '锈';
  t.truthy(familyOf(rare, `門門門${rare}`));
});
