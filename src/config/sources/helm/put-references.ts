import {type DerivedValue, type ReplacedTokens, replaceTokens} from '../../../core/chart/replace-tokens.ts';
import {type Token, valuesWith} from '../../../core/chart/token.ts';
import {
  type ReadTokens,
  type TextPart,
  type TokenForm,
  tokenReader,
  writeReferences,
} from '../../../core/chart/token-text.ts';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject, JsonPath} from '../../../core/json.ts';
import {encodedReference} from '../../../core/reference/encoders.ts';
import {eachString, mapStrings} from '../../../core/reference/map-strings.ts';
import {showPath} from '../../../core/reference/path.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import {isIdentifying} from '../../../kubernetes/chart/identifying-path.ts';
import {closeSecretData, openSecretData} from '../../../kubernetes/chart/open-secret-data.ts';
import {isAnnotation, isTextField} from '../../../kubernetes/chart/text-field.ts';
import {defined} from '../../../lib/defined.ts';
import type {Candidate, Candidates} from '../../manifests/candidate.ts';
import {type ChartReferences, formsOf, namesOf} from './find-references.ts';

/** Renders a chart with other values. */
export type RenderWith = (values: JsonObject) => Promise<Candidates>;

/** Returns the values that the first render of a chart has. */
export const firstValues = (references: ChartReferences): JsonObject => valuesOf(references, formsOf(references, 1));

/**
 * Puts the references of the values in place of their tokens in the objects of a chart. The chart is rendered with a second set of
 * tokens: a value that differs without containing a token is derived from it. A derived annotation becomes a digest of the references;
 * any other derived value is an error.
 */
export async function putReferences(
  first: readonly Candidate[],
  references: ChartReferences,
  render: RenderWith,
): Promise<Candidates> {
  const one = formsOf(references, 1);
  const second = await renderSecond(references, render);
  if ('diagnostics' in second) return {candidates: [], diagnostics: second.diagnostics};
  const compared = compare(first, second.candidates, tokenReader(one), tokenReader(second.forms));
  const isDerived = compared.shapes.length > 0 || compared.objects.some(({replaced}) => replaced.derived.length > 0);
  const causes = isDerived ? await findCauses(first, references, render) : NO_CAUSES;
  const problems: Diagnostic[] = [
    ...compared.shapes.map((what) => derived(what, causes.ofShapes, references)),
    ...compared.objects.flatMap(({candidate, replaced}) =>
      replaced.derived
        .filter(({path, text}) => text === undefined || !isAnnotation(path))
        .map(({path}) =>
          derived(`${showPath(path)} of ${idOfObject(candidate.object)}`, causes.of(candidate, path), references, {
            candidate,
            path,
          }),
        ),
    ),
  ];
  problems.push(...compared.objects.flatMap(({candidate, replaced}) => revealedNames(candidate, replaced, references)));
  if (problems.length > 0) return {candidates: [], diagnostics: problems};
  const candidates = compared.objects.map(({candidate, replaced}) => {
    const object = replaced.derived.reduce(
      (made, one) => withDigest(made, one, causes.of(candidate, one.path)),
      replaced.object,
    );
    return {...candidate, object: closeSecretData(object)};
  });
  return {candidates, diagnostics: []};
}

/**
 * Returns the problems of revealed secrets in names and selectors. A reference there would give the object another name, and the value
 * itself would be shown.
 */
function revealedNames(
  candidate: Candidate,
  {object}: ReplacedTokens,
  {tokens, revealed, placeOf}: ChartReferences,
): readonly Diagnostic[] {
  const shown = tokens.filter((token) => revealed.has(token));
  const problems: Diagnostic[] = [];
  eachString(object, (text, path) => {
    const token = isIdentifying(path) ? shown.find(({reference}) => text.includes(reference)) : undefined;
    if (token === undefined) return;
    const first = token.keys[0];
    problems.push({
      severity: 'error',
      code: 'source/helm-reveal',
      message: `${showPath(path)} of an object of ${candidate.origin.file} contains the value of ${token.reference}, which names or selects objects`,
      ...defined({at: first && placeOf(first)}),
      hint: 'Choose a secret that the names in the chart do not contain.',
    });
  });
  return problems;
}

const valuesOf = ({values}: ChartReferences, forms: readonly TokenForm[]): JsonObject => {
  const texts = new Map(forms.map(({token, text, suffix}) => [token.reference, text + suffix]));
  return valuesWith(values, (reference) => texts.get(reference) ?? reference);
};

/**
 * The characters after a token of the second set. Encodings change them: JSON the quote, URLs the others. A chart with quotes of its own
 * around a value cannot be rendered with a quote in it.
 */
const SUFFIXES: readonly string[] = ['"</%+&', '</%+&', ''];
const MOST_SINGLE = 8;

type Second = {readonly candidates: readonly Candidate[]; readonly forms: readonly TokenForm[]};

async function renderSecond(references: ChartReferences, render: RenderWith): Promise<Second | Candidates> {
  const {tokens, revealed} = references;
  const open = tokens.filter((token) => !revealed.has(token));
  const attempt = async (suffixOf: (token: Token) => string, only?: Token): Promise<Second | Candidates> => {
    const forms = formsOf(references, only === undefined ? 2 : (token) => (token === only ? 2 : 1), suffixOf);
    const rendered = await render(valuesOf(references, forms));
    return rendered.diagnostics.some(isError) ? rendered : {candidates: rendered.candidates, forms};
  };
  const [strongest = '', ...weaker] = SUFFIXES;
  const all = await attempt(() => strongest);
  if ('forms' in all) return all;
  const suffixes = new Map<Token, string>();
  if (open.length <= MOST_SINGLE)
    for (const token of open) {
      const levels = open.length === 1 ? weaker : SUFFIXES;
      for (const suffix of levels.filter((one) => one !== '')) {
        if (!('forms' in (await attempt(() => suffix, token)))) continue;
        suffixes.set(token, suffix);
        break;
      }
    }
  const chosen = await attempt((token) => suffixes.get(token) ?? '');
  return 'forms' in chosen || suffixes.size === 0 ? chosen : attempt(() => '');
}

const keyOf = ({object, origin}: Candidate, read: ReadTokens): string =>
  `${origin.file} ${writeReferences(read(idOfObject(object)))}`;

type ComparedObject = {readonly candidate: Candidate; readonly replaced: ReplacedTokens};
type Compared = {
  readonly objects: readonly ComparedObject[];
  /** The differences of the sets of objects. */
  readonly shapes: readonly string[];
};

function compare(
  first: readonly Candidate[],
  second: readonly Candidate[],
  one: ReadTokens,
  other: ReadTokens,
): Compared {
  const waiting = Map.groupBy(second, (candidate) => keyOf(candidate, other));
  const shapes: string[] = [];
  const objects = first.flatMap((candidate): ComparedObject[] => {
    const partner = waiting.get(keyOf(candidate, one))?.shift();
    if (partner === undefined) {
      shapes.push(`whether there is ${idOfObject(candidate.object)}`);
      return [];
    }
    const opened = [openSecretData(candidate.object, one), openSecretData(partner.object, other)] as const;
    return [{candidate, replaced: replaceTokens(...opened, {first: one, second: other, isText: isTextField})}];
  });
  const more = [...waiting.values()].flat().map(({object}) => `whether there is ${idOfObject(object)}`);
  return {objects, shapes: [...shapes, ...more]};
}

/** The references that a derived value, or the set of objects, depends on. */
type Causes = {
  readonly of: (candidate: Candidate, path: JsonPath) => readonly Token[];
  readonly ofShapes: readonly Token[];
};

const NO_CAUSES: Causes = {of: () => [], ofShapes: []};
const MOST_PROBES = 16;

/** Changes one token at a time. If there are too many, each derived value counts as derived from all of them. */
async function findCauses(
  first: readonly Candidate[],
  references: ChartReferences,
  render: RenderWith,
): Promise<Causes> {
  const open = references.tokens.filter((token) => !references.revealed.has(token));
  if (open.length === 1 || open.length > MOST_PROBES) return {of: () => open, ofShapes: open};
  const read = tokenReader(formsOf(references, 1));
  const probes: {readonly token: Token; readonly changed: ReadonlySet<string>; readonly isShape: boolean}[] = [];
  for (const token of open) {
    const forms = formsOf(references, (one) => (one === token ? 2 : 1));
    const {candidates} = await render(valuesOf(references, forms));
    const compared = compare(first, candidates, read, tokenReader(forms));
    const changed = compared.objects.flatMap(({candidate, replaced}) =>
      replaced.derived.map(({path}) => keyAt(candidate, path)),
    );
    probes.push({token, changed: new Set(changed), isShape: compared.shapes.length > 0});
  }
  const orAll = (tokens: readonly Token[]): readonly Token[] => (tokens.length === 0 ? open : tokens);
  return {
    of: (candidate, path) =>
      orAll(probes.filter(({changed}) => changed.has(keyAt(candidate, path))).map(({token}) => token)),
    ofShapes: orAll(probes.filter(({isShape}) => isShape).map(({token}) => token)),
  };
}

const keyAt = ({object, origin}: Candidate, path: JsonPath): string =>
  JSON.stringify([origin.file, idOfObject(object), path]);

/** Replaces a derived annotation by a digest of the values that it is derived from, and of the annotation that their tokens give. */
function withDigest(object: JsonObject, {path, text = ''}: DerivedValue, tokens: readonly Token[]): JsonObject {
  const parts = tokens.flatMap((token): TextPart[] => [
    {kind: 'literal', text: '\n'},
    {kind: 'token', token, encoding: 'text'},
  ]);
  const digest = encodedReference('digest', writeReferences([{kind: 'literal', text}, ...parts]));
  return mapStrings(object, (value, at) => (isSamePath(at, path) ? digest : value));
}

const isSamePath = (one: JsonPath, other: JsonPath): boolean =>
  one.length === other.length && one.every((step, i) => step === other[i]);

/** Returns the problem of a value that depends on a reference in a way that a reference cannot express. */
function derived(
  what: string,
  tokens: readonly Token[],
  {placeOf}: ChartReferences,
  object?: {readonly candidate: Candidate; readonly path: JsonPath},
): Diagnostic {
  const names = namesOf(tokens);
  const values = tokens.length === 1 ? 'value' : 'values';
  const first = tokens[0]?.keys[0];
  const template = object === undefined ? '' : ` (${object.candidate.origin.file})`;
  const canReveal = tokens.every(({isSecret}) => isSecret);
  return {
    severity: 'error',
    code: 'source/helm-derived',
    message: `${what}${template} is computed from the ${values} ${names}: the chart hashes, changes or tests what helm has only as a token`,
    ...defined({at: first && placeOf(first)}),
    ...defined({resource: object && idOfObject(object.candidate.object), path: object && showPath(object.path)}),
    hint: canReveal
      ? `To give helm the real ${values}, add \`reveal: [${names}]\` beside \`values\` in stack.yaml.`
      : 'The value is known only after the apply. Write a value that is known when the chart is rendered.',
  };
}
