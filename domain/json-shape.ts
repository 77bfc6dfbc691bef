/**
 * Whether the text of some JSON is too deep, or has too much structure, to be parsed quickly: looked at before anything is
 * built from it, since 20,000 brackets must not reach a recursive walk.
 */

interface Shape {
  depth: number;
  /** Of one object. */
  fields: number;
  containers: number;
  values: number;
}

/** Of a request: the longest list any takes is a thousand lines of a few dozen fields. */
const requestShape: Shape = { depth: 32, fields: 1_000, containers: 50_000, values: 100_000 };
const certainDigits = 15;

/** Of whoever needs numbers as they were written: of one with many digits, and of one with an exponent. They throw. */
interface NumberChecks {
  assertExact(text: string, at: number): void;
  assertInReach(text: string, at: number): void;
}

/** What is wrong with it, as the end of a sentence; undefined: it may be parsed. */
export function shapeProblem(
  text: string,
  { numbers, most = requestShape }: { numbers?: NumberChecks | undefined; most?: Shape } = {},
): string | undefined {
  // For every open object or list, the number of its fields so far: a colon outside a string belongs to the innermost
  // one.
  const fields: number[] = [];
  let digits = 0;
  let containers = 0;
  let commas = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    // Letters and blanks, most of what is outside strings, mean nothing here, except that an `e` may begin an exponent.
    if (char > 93 ? char !== 101 && char !== 123 && char !== 125 : char <= 32) digits = 0;
    else if (char >= 48 && char <= 57) {
      digits += 1;
      if (numbers && digits === certainDigits + 1) numbers.assertExact(text, index);
    } else if (char !== 46) {
      if (numbers && digits > 0 && (char === 101 || char === 69)) numbers.assertInReach(text, index);
      digits = 0;
      if (char === 34) index = endOfString(text, index);
      else if (char === 123 || char === 91) {
        fields.push(0);
        containers += 1;
        if (fields.length > most.depth) return `is nested deeper than ${most.depth} levels`;
        if (containers > most.containers) return `has more than ${most.containers} objects and lists`;
      } else if (char === 125 || char === 93) fields.pop();
      else if (char === 44) {
        commas += 1;
        if (commas >= most.values) return `has more than ${most.values} values`;
      } else if (char === 58 && fields.length > 0) {
        const count = (fields.pop() ?? 0) + 1;
        if (count > most.fields) return `has an object of more than ${most.fields} fields`;
        fields.push(count);
      }
    }
  }
  return undefined;
}

/** Where the string that opens at `start` closes, or the end of the text if it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
