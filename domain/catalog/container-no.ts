/** ISO 6346 container numbers: owner code, category, serial and a check digit. */

const form = /^[A-Z]{4}\d{7}$/;

/** The number in its usual form: upper case, without spaces, dots or hyphens. */
export function normalContainerNo(given: string): string {
  return given.toUpperCase().replaceAll(/[\s.\-/]/g, '');
}

// A is 10 and the other letters follow, skipping multiples of 11.
function valueOf(sign: string): number {
  if (/\d/.test(sign)) return Number(sign);
  const place = sign.charCodeAt(0) - 65;
  return 10 + place + Math.floor((place + 9) / 10);
}

/**
 * The check digit of the first ten characters: each position weighs twice the one before; modulo 11, with 10 counting
 * as 0.
 */
export function containerCheckDigit(body: string): number {
  let total = 0;
  for (let place = 0; place < body.length; place += 1) total += valueOf(body[place]!) * 2 ** place;
  return (total % 11) % 10;
}

/**
 * A sentence on what is wrong with a container number; undefined when nothing is. Goods arrive in whatever container
 * they arrive in, so this warns and never refuses.
 */
export function containerNoWarning(containerNo: string): string | undefined {
  if (!form.test(containerNo))
    return `${containerNo} is not four letters and seven digits as ISO 6346 has it.`;
  const expected = containerCheckDigit(containerNo.slice(0, 10));
  if (expected === Number(containerNo[10])) return undefined;
  return `The check digit of ${containerNo} should be ${expected}: one of its signs is likely mistyped.`;
}
