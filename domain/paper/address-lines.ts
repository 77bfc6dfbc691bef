/** Formats an address the way its own country writes it. */
import addressFormatter from '@fragaria/address-formatter';

export interface AddressOptions {
  /** The country line is left out between addresses in the same country, as on any letter. */
  fromCountry?: unknown;
  /** Whoever delivers goods may have to call; a letter does not need a phone number. */
  withPhone?: boolean;
}

// The formatter rewrites street names; this placeholder lets us put the street back as it was written.
const street = '\u2063street\u2063';

/** The lines of an address (name, street, place, country) in the order of its country. */
export function addressLines(address: Record<string, unknown>, options: AddressOptions = {}): string[] {
  const word = (name: string): string =>
    typeof address[name] === 'string' ? (address[name] as string).trim() : '';
  const country = word('country');
  const code = countryCode(country);
  const isAtHome = code !== undefined && code === countryCode(options.fromCountry);
  const streetLines = word('address')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const placed = addressFormatter.format(
    {
      ...(streetLines.length > 0 ? { road: street } : {}),
      ...(word('city') ? { city: word('city') } : {}),
      ...(word('state') ? { state: word('state') } : {}),
      ...(word('postal') ? { postcode: word('postal') } : {}),
      ...(code ? { countryCode: code } : {}),
    },
    { output: 'array', appendCountry: false },
  );
  const place = placed
    .flatMap((line) => (line.includes(street) ? streetLines : [line.trim()]))
    .filter(Boolean);
  // Some layouts (Taiwan, Korea, Hong Kong) divide places otherwise and have none for a town: it stands below the street.
  const town = place.some((line) => line.includes(word('city'))) ? '' : word('city');
  const phone = options.withPhone ? word('phone') : '';
  return [word('name'), ...place, town, isAtHome ? '' : nameOf(country, code), phone].filter(Boolean);
}

/** The paper size of a country: Letter in North America and the countries that follow its practice, A4 elsewhere. */
export function paperSizeOf(country: unknown): 'A4' | 'LETTER' {
  const code = countryCode(country);
  return code !== undefined && letterCountries.has(code) ? 'LETTER' : 'A4';
}

/** Whether Chinese is written in traditional characters there. */
export function isTraditionalUsual(country: unknown): boolean {
  return ['TW', 'HK', 'MO'].includes(countryCode(country) ?? '');
}

const letterCountries = new Set([
  'US',
  'CA',
  'MX',
  'PR',
  'PH',
  'CO',
  'CL',
  'VE',
  'CR',
  'GT',
  'NI',
  'PA',
  'SV',
  'DO',
  'BO',
]);

function nameOf(written: string, code: string | undefined): string {
  if (code === undefined) return written;
  // A country code means nothing to a letter carrier abroad.
  return /^[A-Za-z]{2,3}$/.test(written) ? englishNames.of(code)! : written;
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const alsoCalled: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  gbr: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  deu: 'DE',
  deutschland: 'DE',
  fra: 'FR',
  can: 'CA',
  mex: 'MX',
  méxico: 'MX',
  chn: 'CN',
  'people’s republic of china': 'CN',
  holland: 'NL',
  'the netherlands': 'NL',
  schweiz: 'CH',
  suisse: 'CH',
  österreich: 'AT',
  españa: 'ES',
  italia: 'IT',
  polska: 'PL',
  'viet nam': 'VN',
  korea: 'KR',
  'republic of korea': 'KR',
  'hong kong': 'HK',
  macao: 'MO',
  macau: 'MO',
};

let codesByName: Map<string, string> | undefined;

/** The two-letter code of a country given by code or English name; undefined for any other text. */
export function countryCode(written: unknown): string | undefined {
  if (typeof written !== 'string' || written.trim() === '') return undefined;
  const text = written.trim().toLowerCase();
  codesByName ??= allCountries();
  return codesByName.get(text);
}

function allCountries(): Map<string, string> {
  const names = new Map(Object.entries(alsoCalled));
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = englishNames.of(code);
      if (name === undefined || code === 'UK') continue;
      // FX is a withdrawn code of France, and goes by the same name.
      const today = new Intl.Locale(`und-${code}`).region ?? code;
      names.set(name.toLowerCase(), today);
      if (!names.has(code.toLowerCase())) names.set(code.toLowerCase(), today);
    }
  }
  return names;
}
