import {deepEqual} from '../../lib/deep-equal.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Position} from '../diagnostic/diagnostic.ts';
import {isList, isObject, type Json, type JsonObject} from '../json.ts';
import {escapeText} from '../reference/escape-text.ts';
import {mapStrings} from '../reference/map-strings.ts';
import {maskedValue} from '../workspace/mask.ts';
import type {ContextUse} from './history.ts';
import {itemsOf, type Located, listOf, partOf, withField} from './located.ts';
import type {Report, VariationProblem} from './problem.ts';

/** The workspace that a stack is built for. Without `context` its name is known, its file is not. */
export type WorkspaceValues = {
  readonly name: string;
  readonly context?: JsonObject;
  /** Where its file sets a key. */
  readonly placeOf?: (key: string) => Position;
};

/** The values for `${context:KEY}`, and a receiver of problems. */
export type Expansion = {
  readonly workspace: WorkspaceValues | undefined;
  /** References are expanded later: what is put in is data, and must not be read as one. */
  readonly escapes: boolean;
  readonly report: Report;
  /** Told of each value that is filled in. */
  readonly onUse?: ((use: ContextUse) => void) | undefined;
};

const REFERENCE = /(?<!\$)(\$+)\{context:([^}\n]*)(\}?)/g;

/** The value with `${context:KEY}` filled in; the same node where there is none. `$${context:KEY}` is literal text. */
export function expandContext(node: Located, expansion: Expansion): Located {
  const {value} = node;
  if (typeof value === 'string') return value.includes('${context:') ? expandText(node, value, expansion) : node;
  if (isList(value)) {
    const items = itemsOf(node);
    const expanded = items.map((item) => expandContext(item, expansion));
    return expanded.every((item, index) => item === items[index]) ? node : listOf(expanded, node.place);
  }
  if (!isObject(value)) return node;
  let expanded = node;
  for (const [name, field] of Object.entries(value)) {
    if (field === null || typeof field === 'number' || typeof field === 'boolean') continue;
    const part = partOf(node, name) as Located;
    const changed = expandContext(part, expansion);
    if (changed !== part) expanded = withField(expanded, name, changed);
  }
  return expanded;
}

function expandText({place}: Located, text: string, {workspace, escapes, report, onUse}: Expansion): Located {
  const wrong = (problem: Omit<VariationProblem, 'code' | 'place'>): string => {
    report({code: 'context/reference', place, ...problem});
    return '';
  };
  const whole: Json[] = [];
  const value = text.replaceAll(REFERENCE, (written: string, dollars: string, key: string, end: string, at: number) => {
    if (dollars.length > 1) return written.slice(1);
    if (end === '') return wrong({message: `${written} has no closing }`});
    const found = valueOf(key, workspace);
    if ('message' in found) return wrong(found);
    onUse?.({key, place});
    if (written === text) whole.push(found.value);
    if (typeof found.value === 'object') {
      const message = `${written} is ${wordFor(found.value)}, which cannot stand inside a text`;
      return written === text ? '' : wrong({message});
    }
    return escapes ? escapeWithin(String(found.value), at) : String(found.value);
  });
  const [only = value] = whole;
  return {value: whole.length > 0 && escapes ? escapeAll(only) : only, place};
}

const wordFor = (value: Json): string => (value === null ? 'empty' : isList(value) ? 'a list' : 'a mapping');

/** Only at its beginning does a text say that all of it is a reference. */
const escapeWithin = (value: string, at: number): string =>
  at === 0 ? escapeText(value) : escapeText(`.${value}`).slice(1);

function escapeAll(value: Json): Json {
  if (typeof value === 'string') return escapeText(value);
  if (isList(value)) return value.map(escapeAll);
  return isObject(value) ? mapStrings(value, escapeText) : value;
}

type Wrong = {readonly message: string; readonly hint?: string | undefined};

function valueOf(key: string, workspace: WorkspaceValues | undefined): {readonly value: Json} | Wrong {
  const reference = `\${context:${key}}`;
  if (workspace === undefined) {
    return {message: `${reference} is a value of the workspace, and none is chosen`, hint: 'Choose one with -w.'};
  }
  const {name, context} = workspace;
  if (context === undefined) return {message: `${reference}: the workspace ${name} is not known here`};
  const value = Object.hasOwn(context, key) ? context[key] : undefined;
  if (value === undefined) return unknownKey(reference, key, name, context);
  if (!isSecret(key, value)) return {value};
  const message = `${reference} is, or may be, a credential: its value would be shown and recorded`;
  return {message, hint: 'Only values that are no secrets can be taken from a context.'};
}

/** Whatever a view of the context would mask; a reference to a secret would become one. */
const isSecret = (key: string, value: Json): boolean =>
  !deepEqual(maskedValue(key, value), value) || holdsReference(value);

const holdsReference = (value: Json): boolean =>
  typeof value === 'string'
    ? value.includes('ref://')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsReference);

function unknownKey(reference: string, key: string, name: string, context: JsonObject): Wrong {
  const nearest = didYouMean(key, Object.keys(context));
  const known = Object.keys(context).toSorted();
  const list = known.length === 0 ? 'Its context is empty.' : `It has: ${known.join(', ')}.`;
  return {
    message: `${reference}: the context of the workspace ${name} has no key ${JSON.stringify(key)}`,
    hint: nearest === undefined ? list : `Did you mean \${context:${nearest}}?`,
  };
}
