import {EVENT_ID, type Event, parseEvents, SCALAR_STYLE, YAMLException} from 'js-yaml';
import {editedText} from '../../lib/edited-text.ts';
import {type LibyamlEdits, libyamlEdits} from '../../lib/libyaml/libyaml-edits.ts';
import type {Tree} from './event-tree.ts';
import type {SourceText} from './source-text.ts';

/** The result of parsing. `source` has the parsed text, with the positions of the original file. */
export type Parsed =
  | {readonly source: SourceText; readonly tree: Tree}
  | {readonly source: SourceText; readonly error: YAMLException};

/**
 * Parses a text as libyaml does, which kubectl uses. js-yaml follows YAML 1.2. If js-yaml refuses a text, or reads it in another way
 * than libyaml, the text is edited and parsed a second time.
 */
export function parseAsLibyaml(source: SourceText): Parsed {
  const first = parse(source);
  if (!('error' in first) && !endsAtAnotherColon(first.tree)) return first;
  const found = libyamlEdits(source.text);
  if (found.edits.length === 0) return first;
  const {text, originalOffset} = editedText(source.text, found.edits);
  const edited: SourceText = {
    ...source,
    text,
    position: (start, end) => source.position(originalOffset(start), originalOffset(end)),
  };
  const second = parse(edited);
  if (!('error' in second)) return second;
  if (!('error' in first)) return first;
  const isSame = isInSameSpan(source.text, found, offsetOf(first.error), originalOffset(offsetOf(second.error)));
  return isSame ? first : second;
}

function parse(source: SourceText): Parsed {
  try {
    return {source, tree: {text: source.text, events: parseEvents(source.text, {filename: source.file})}};
  } catch (error) {
    if (error instanceof YAMLException) return {source, error};
    throw error;
  }
}

/** Reports whether a text has a flow item that ends with a colon: `[2001:db8::]` is a key for js-yaml and a string for libyaml. */
const endsAtAnotherColon = ({text, events}: Tree): boolean =>
  /:[,\]}]/.test(text) && events.some((event) => isBeforeColon(text, event));

const isBeforeColon = (text: string, event: Event): boolean =>
  event.type === EVENT_ID.SCALAR &&
  event.style === SCALAR_STYLE.PLAIN &&
  event.valueStart !== -1 &&
  text.charAt(event.valueEnd) === ':' &&
  /[,\]}]/.test(text.charAt(event.valueEnd + 1));

const offsetOf = ({mark}: YAMLException): number => mark?.position ?? 0;

/** Reports whether both errors come from the same unclosed bracket or quote. Then the first error has the better position. */
const isInSameSpan = (text: string, {spans}: LibyamlEdits, first: number, second: number): boolean =>
  spans.some(({start, end}) => start <= first && first <= end && second <= endOfLine(text, end));

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}
