import {compareNaturally} from '../../lib/compare-naturally.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Position} from '../diagnostic/diagnostic.ts';
import {isList, isObject, type Json, type JsonObject} from '../json.ts';
import type {ReadyMutation} from '../policy/ready-mutation.ts';
import {escapeText} from '../reference/escape-text.ts';
import {mapStrings} from '../reference/map-strings.ts';
import type {SourceRecord} from '../release/source-record.ts';
import {maskedValue} from '../workspace/mask.ts';
import type {FindLogin} from '../workspace/server-login.ts';
import {itemsOf, type Located, listOf, partOf, withField} from './located.ts';
import type {Report, VariationProblem} from './problem.ts';
import type {ContextUse} from './trace.ts';

/** The workspace that a stack is built for. Without `context`, only its name is known. */
export type WorkspaceValues = {
  readonly name: string;
  readonly context?: JsonObject;
  /** Returns the position of a key in its file. */
  readonly placeOf?: (key: string) => Position;
  /** `modules` of the workspace, with their positions. */
  readonly modules?: Located;
  /** The directory of the workspace file: paths in `modules` begin there. Absent: it is stored in a backend, with whole paths. */
  readonly directory?: string | undefined;
  /** Returns the logins for servers that sources are fetched from. */
  readonly login?: FindLogin;
  /** The names in `trust.modules`: the published modules that may run. */
  readonly trustedModules?: readonly string[];
  /** Checks that the user allowed the wants of the workspace. Absent: no published module runs. @throws GantryError */
  readonly consent?: () => Promise<void>;
  /** The records of the release that is promoted: the versions of its charts and modules have priority over the lock file. */
  readonly released?: readonly SourceRecord[] | undefined;
  /** Reads the `mutate` rules of its policy. Absent: it has none. */
  readonly mutations?: () => Promise<readonly ReadyMutation[]>;
};

/** The values for `${context:KEY}`, and a receiver of problems. */
export type Expansion = {
  readonly workspace: WorkspaceValues | undefined;
  /** True if references are expanded later. Inserted values are then escaped, so that they are not read as references. */
  readonly escapes: boolean;
  /** True if `${workspace}` is the name of the workspace. */
  readonly named?: boolean;
  readonly report: Report;
  /** Receives each value that is inserted. */
  readonly onUse?: ((use: ContextUse) => void) | undefined;
};

const WORKSPACE = /(?<!\$)(\$+)\{workspace\}/g;
const REFERENCE = /(?<!\$)(\$+)\{context:([^}\n]*)(\}?)/g;

/** Escapes a literal for a text in which context values are expanded. */
export const escapeContext = (literal: string): string => literal.replaceAll(/(?<!\$)\$+\{context:/g, '$$$&');

/** Returns a text without the escapes of {@link escapeContext}. */
export const unescapeContext = (text: string): string => text.replaceAll(/(?<!\$)\$(\$+\{context:)/g, '$1');

/** Expands `${context:KEY}` in a value. Returns the same node if there is none. `$${context:KEY}` is literal text. */
export function expandContext(node: Located, expansion: Expansion): Located {
  const {value} = node;
  if (typeof value === 'string') return isExpanded(value, expansion) ? expandText(node, value, expansion) : node;
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

const isExpanded = (text: string, {named}: Expansion): boolean =>
  text.includes('${context:') || (named === true && text.includes('${workspace}'));

function expandText({place}: Located, written: string, expansion: Expansion): Located {
  const {workspace, escapes, report, onUse} = expansion;
  const wrong = (problem: Omit<VariationProblem, 'code' | 'place'>): string => {
    report({code: 'context/reference', place, ...problem});
    return '';
  };
  const text = expansion.named === true ? withName(written, workspace, wrong) : written;
  const whole: Json[] = [];
  const value = text.replaceAll(REFERENCE, (written: string, dollars: string, key: string, end: string, at: number) => {
    if (dollars.length > 1) return written.slice(1);
    if (end === '') return wrong({message: `${written} has no closing }`});
    const found = valueOf(key, workspace);
    if ('message' in found) return wrong(found);
    onUse?.({key, place});
    if (written === text) whole.push(found.value);
    if (typeof found.value === 'object') {
      const message = `${written} is ${wordFor(found.value)}, which cannot be part of a string`;
      return written === text ? '' : wrong({message});
    }
    return escapes ? escapeWithin(String(found.value), at) : String(found.value);
  });
  const [only = value] = whole;
  return {value: whole.length > 0 && escapes ? escapeAll(only) : only, place};
}

type Wrong = {readonly message: string; readonly hint?: string | undefined};

/** Replaces `${workspace}` by the name of the workspace. `$${workspace}` is literal text. */
const withName = (text: string, workspace: WorkspaceValues | undefined, wrong: (problem: Wrong) => string): string =>
  text.replaceAll(WORKSPACE, (written: string, dollars: string) =>
    dollars.length > 1 ? written.slice(1) : (workspace?.name ?? wrong(noWorkspace(written))),
  );

const noWorkspace = (reference: string): Wrong => ({
  message: `${reference} needs a workspace, and none is chosen`,
  hint: 'Choose one with -w.',
});

const wordFor = (value: Json): string => (value === null ? 'empty' : isList(value) ? 'a list' : 'a mapping');

/** Escapes an inserted value. Some references are only recognized at the beginning of a text. */
const escapeWithin = (value: string, at: number): string =>
  at === 0 ? escapeText(value) : escapeText(`.${value}`).slice(1);

function escapeAll(value: Json): Json {
  if (typeof value === 'string') return escapeText(value);
  if (isList(value)) return value.map(escapeAll);
  return isObject(value) ? mapStrings(value, escapeText) : value;
}

function valueOf(key: string, workspace: WorkspaceValues | undefined): {readonly value: Json} | Wrong {
  const reference = `\${context:${key}}`;
  if (workspace === undefined) return noWorkspace(reference);
  const {name, context} = workspace;
  if (context === undefined) return {message: `${reference}: the workspace ${name} is not known`};
  const value = Object.hasOwn(context, key) ? context[key] : undefined;
  if (value === undefined) return unknownKey(reference, key, name, context);
  if (!isSecret(key, value)) return {value};
  const message = `${reference} is, or may be, a credential: its value would be shown and recorded`;
  return {message, hint: 'Use a context key without a credential, or a reference to a secret store (ref://NAME).'};
}

/** Reports whether a view of the context would mask the value. A reference to a secret counts as well. */
const isSecret = (key: string, value: Json): boolean =>
  !deepEqual(maskedValue(key, value), value) || holdsReference(value);

const holdsReference = (value: Json): boolean =>
  typeof value === 'string'
    ? value.includes('ref://')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsReference);

function unknownKey(reference: string, key: string, name: string, context: JsonObject): Wrong {
  const nearest = didYouMean(key, Object.keys(context));
  const known = Object.keys(context).toSorted(compareNaturally);
  const list = known.length === 0 ? 'Add the key: the context is empty.' : `Use one of: ${known.join(', ')}.`;
  return {
    message: `${reference}: the context of the workspace ${name} has no key ${JSON.stringify(key)}`,
    hint: nearest === undefined ? list : `Did you mean \${context:${nearest}}?`,
  };
}
