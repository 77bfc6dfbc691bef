import test from 'ava';
import { bold, isPlain, Letters, regular } from './pdf-fonts.ts';

function letters(): Letters & { names: string[] } {
  const names: string[] = [];
  return Object.assign(new Letters({ registerFont: (name) => names.push(name) }), { names });
}

test('both fonts are made known, and European and Vietnamese names stay as they are', (t) => {
  const paper = letters();
  t.deepEqual(paper.names, [regular, bold]);
  for (const text of [
    'Łódź Sp. z o.o.',
    'Δημήτρης Ὀδυσσεύς',
    'Київ, Ђурђевдан, Ўзбекистон',
    'Nguyễn Văn Đức, Đường Lê Lợi',
    'Þórður Ægisson, Ñandú, İstanbul, Škoda',
    'თბილისი, Երևան',
    '€ £ ¥ ₽ ₴ ₺ ₫ ₹ ₩ ₪ ₦ ₱ ₸ ¢ ₵ ₡',
    'two\nlines',
  ])
    t.is(paper.print(text), text);
  t.is(paper.note, undefined);
});

test('a letter written in parts is put together, and what is no letter is left out', (t) => {
  const paper = letters();
  t.is(paper.print('Lo\u0301dz\u0301'), 'Lódź');
  t.is(paper.print('Sto\u00adrage\u200b \u200ebox\ufe0f'), 'Storage box');
  t.is(paper.print('tab\there\u0000'), 'tab here ');
  t.is(paper.note, undefined);
});

test('signs younger than the font are written as their codes', (t) => {
  t.is(letters().print('₾ 5, ₼ 6, ₿ 7'), 'GEL 5, AZN 6, BTC 7');
});

test('every script stays as it is, and is set by other fonts than the European ones', (t) => {
  const paper = letters();
  for (const text of [
    '上海 Trading 株式会社さくら',
    '서울특별시 강남구',
    'บริษัท คลังสินค้าไทย จำกัด',
    'شركة الشحن (المحدودة)',
    'חברת הובלה בע"מ',
    'भारतीय भंडारण निगम',
    '𠮷野家ホールディングス・東京',
    'কলকাতা ট্রেডিং কোম্পানি।',
    'ગુજરાત ટ્રેડિંગ કંપની',
    'ਪੰਜਾਬ ਵਪਾਰ ਕੰਪਨੀ',
    'ಕರ್ನಾಟಕ ವ್ಯಾಪಾರ ಸಂಸ್ಥೆ',
    'കേരള വ്യാപാര കമ്പനി',
    'ශ්‍රී ලංකා වෙළඳ සමාගම',
    'தமிழ்நாடு வர்த்தக நிறுவனம்',
    'తెలుగు వ్యాపార సంస్థ',
    'ក្រុមហ៊ុនពាណិជ្ជកម្មកម្ពុជា',
    'မြန်မာ ကုန်သွယ်ရေး ကုမ္ပဏီ',
    'የኢትዮጵያ ንግድ ኩባንያ',
    'བོད་ལྗོངས་ཚོང་ལས།',
    'ᠮᠣᠩᠭᠣᠯ ᠤᠯᠤᠰ ᠤᠨ ᠠᠯᠲᠠ᠎ᠠ',
  ]) {
    t.is(paper.print(text), text);
    t.false(isPlain(text), text);
  }
  t.is(paper.note, undefined);
  t.true(isPlain('Łódź, Київ, Ἀθῆναι'));
});

test('what no font has is its number, and the reader is told', (t) => {
  const paper = letters();
  t.is(paper.print('box 📦!'), 'box ‹1F4E6›!');
  t.not(paper.print('📦📦'), paper.print('📦🚚'), 'two names stay two');
  t.regex(paper.note!, /Unicode/);
});
