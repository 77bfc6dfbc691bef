/**
 * Reads X12: the transaction sets of interchanges whose envelopes hold together, with the number of each segment. The
 * separators are what each ISA says. node-x12 is in maintenance since 2021 and does not say where in a file a segment is, which
 * whoever sent it has to be told; x12-parser checks no envelope. Pure.
 */
import { invalid } from '../refusal.ts';

export interface Segment {
  /** Its place in the file; the first is 1. */
  no: number;
  id: string;
  /** The first is element 01. */
  elements: readonly string[];
}

export interface TransactionSet {
  segments: readonly Segment[];
  /** Whether its interchange is a test (ISA15). */
  isTest: boolean;
}

const isaLength = 106;
// Of its sixteen elements, each as long as it always is, where each begins.
const isaSeparatorsAt = [3, 6, 17, 20, 31, 34, 50, 53, 69, 76, 81, 83, 89, 99, 101, 103];
const segmentCharactersMax = 10_000;

export const faultAt = (no: number, message: string): Error =>
  invalid('x12', 'syntax', `segment ${no}: ${message}`);

/** Segments one after the other; separators are of the interchange it is in. */
class Reader {
  readonly #text: string;
  #at = 0;
  #no = 0;
  #element = '';
  #component = '';
  #terminator = '';

  constructor(text: string) {
    this.#text = text;
    this.#skipBreaks();
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Begins an interchange; its header is of fixed length and says how the rest is written. */
  openInterchange(): Segment {
    const head = this.#text.slice(this.#at, this.#at + isaLength);
    const [element, component, terminator] = [head[3], head[104], head[105]];
    const no = this.#no + 1;
    if (!head.startsWith('ISA') || !element || !component || !terminator)
      throw faultAt(no, 'an interchange begins with ISA, 106 characters of fixed places');
    const isFixed = isaSeparatorsAt.every((at) => head[at] === element) && head.split(element).length === 17;
    if (!isFixed || head.indexOf(terminator) !== isaLength - 1)
      throw faultAt(no, 'the elements of ISA are not at their fixed places');
    const signs = new Set([element, component, terminator]);
    if (signs.size < 3 || /[\w\s]/.test(element + component) || /\w/.test(terminator))
      throw faultAt(no, 'ISA names no three different separators');
    this.#element = element;
    this.#component = component;
    this.#terminator = terminator;
    return this.next();
  }

  /** The next segment; a file that ends within an interchange is refused. */
  next(): Segment {
    this.#no += 1;
    const end = this.#text.indexOf(this.#terminator, this.#at);
    if (end === -1 || this.isAtEnd) throw faultAt(this.#no, 'the file ends within an interchange');
    if (end - this.#at > segmentCharactersMax)
      throw faultAt(this.#no, `it is longer than ${segmentCharactersMax} characters`);
    const [id = '', ...elements] = this.#text.slice(this.#at, end).split(this.#element);
    this.#at = end + this.#terminator.length;
    this.#skipBreaks();
    const isHead = id === 'ISA' && elements.length === 16;
    if (!/^[A-Z][A-Z0-9]{1,2}$/.test(id)) throw faultAt(this.#no, 'it begins with no name of a segment');
    if (!isHead && elements.some((one) => /[\p{Cc}\uFFFD]/u.test(one.replaceAll(this.#component, ''))))
      throw faultAt(this.#no, `${id} has a character that is no text`);
    return { no: this.#no, id, elements: isHead ? elements : elements.map((one) => one.trim()) };
  }

  #skipBreaks(): void {
    while (/[\r\n\uFEFF]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}

/** Element `n` of a segment; empty where it ends before. */
export const elementOf = ({ elements }: Segment, n: number): string => elements[n - 1] ?? '';

/** Refuses 400, with the number of the segment, what is no X12 and whose envelopes do not count what is in them. */
export function* transactionSets(text: string): Generator<TransactionSet> {
  const reader = new Reader(text);
  if (reader.isAtEnd) throw invalid('x12', 'empty', 'x12 has nothing in it');
  while (!reader.isAtEnd) {
    const isa = reader.openInterchange();
    const isTest = elementOf(isa, 15) === 'T';
    let groups = 0;
    for (let segment = reader.next(); ; segment = reader.next()) {
      if (segment.id === 'TA1') continue;
      if (segment.id === 'GS') {
        groups += 1;
        yield* setsOfGroup(reader, segment, isTest);
      } else {
        closes(segment, 'IEA', groups, elementOf(isa, 13));
        break;
      }
    }
  }
}

function* setsOfGroup(reader: Reader, group: Segment, isTest: boolean): Generator<TransactionSet> {
  let sets = 0;
  for (let segment = reader.next(); ; segment = reader.next()) {
    if (segment.id !== 'ST') return closes(segment, 'GE', sets, elementOf(group, 6));
    sets += 1;
    const segments = [segment];
    do segments.push(reader.next());
    while (!isEnvelope(segments.at(-1)!));
    closes(segments.at(-1)!, 'SE', segments.length, elementOf(segment, 2));
    yield { segments, isTest };
  }
}

const isEnvelope = ({ id }: Segment): boolean => ['SE', 'ST', 'GE', 'GS', 'IEA', 'ISA'].includes(id);

/** Holds the end of an envelope against what is in it, and against the control number it began with. */
function closes(end: Segment, id: string, count: number, control: string): void {
  if (end.id !== id) throw faultAt(end.no, `${end.id} stands where ${id} was to come`);
  const [says, number] = [elementOf(end, 1), elementOf(end, 2)];
  if (!/^\d{1,9}$/.test(says) || Number(says) !== count)
    throw faultAt(end.no, `${id} counts ${says.slice(0, 20) || 'nothing'}, there are ${count}`);
  if (withoutZeros(number) !== withoutZeros(control))
    throw faultAt(end.no, `${id} has the control number ${number.slice(0, 20)}, not ${control.slice(0, 20)}`);
}

const withoutZeros = (control: string): string => control.trim().replace(/^0+(?=.)/, '');
