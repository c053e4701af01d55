import {compareRenders, type RenderDifference} from '../../../core/chart/compare-renders.ts';
import {generatedReference} from '../../../core/chart/generated-reference.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Json, JsonObject, JsonPath} from '../../../core/json.ts';
import {isList, isObject} from '../../../core/json.ts';
import {escapeText} from '../../../core/reference/escape-text.ts';
import {parseText} from '../../../core/reference/parse-text.ts';
import {showPath} from '../../../core/reference/path.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import {readableText} from '../../../kubernetes/chart/generated-value.ts';
import {isIdentifying} from '../../../kubernetes/chart/identifying-path.ts';
import {pairObjects} from '../../../kubernetes/chart/pair-objects.ts';
import {readHook} from '../../../kubernetes/hook/read-hook.ts';
import type {Candidate} from '../../manifests/candidate.ts';

/** A text that differs between renders. */
export type GeneratedText = {
  readonly reference: string;
  /** The object that has it, as it was rendered. */
  readonly object: JsonObject;
  readonly path: JsonPath;
  /** The text of each render. Only one if it was compared with the last release. */
  readonly texts: readonly [string, ...string[]];
};

/** The objects of a chart with a reference in place of each generated text. */
export type MarkedObjects = {
  readonly candidates: readonly Candidate[];
  readonly texts: readonly GeneratedText[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Compares two renders, and replaces each text that differs by a reference. Other differences are errors. */
export function markGenerated(source: string, one: readonly Candidate[], other: readonly Candidate[]): MarkedObjects {
  const {pairs, renamed, alone} = pairObjects(one, other);
  // A test may have another name in each render, because its object is created for one run.
  const tests = renamed.filter(([first]) => isTest(first));
  const found = new Map(
    [...pairs, ...tests].map(([first, second]) => [first, compareRenders(first.object, second.object)]),
  );
  const diagnostics = [
    ...renamed.flatMap(([first]) => (isTest(first) ? [] : [randomName(first)])),
    ...alone.flatMap((candidate) => (isTest(candidate) ? [] : [anotherSet(candidate)])),
    ...[...found].flatMap(([candidate, differences]) =>
      isTest(candidate) ? [] : differences.flatMap((difference) => problemsOf(candidate, difference)),
    ),
  ];
  const marked = one.map((candidate) =>
    markTexts(
      source,
      candidate,
      (found.get(candidate) ?? []).flatMap((difference) => (difference.kind === 'text' ? [difference] : [])),
    ),
  );
  return {...shareWithHooks(marked, new Set(tests.map(([first]) => idOfObject(first.object)))), diagnostics};
}

/**
 * Gives the texts of hooks the reference of an object that has the same value. A hook leaves no object that must stay, so that its own
 * value could not be kept.
 * @param unnamed the ids of tests with another name in each render, which have no reference of their own
 */
function shareWithHooks(
  marked: readonly MarkedObject[],
  unnamed: ReadonlySet<string>,
): Pick<MarkedObjects, 'candidates' | 'texts'> {
  const shared = new Map(
    marked
      .flatMap(({texts}) => texts)
      .filter((text) => !isOfHook(text))
      .map((text) => [valueKey(text), text.reference]),
  );
  const textFor = (text: GeneratedText): string => {
    const reference = isOfHook(text) ? shared.get(valueKey(text)) : undefined;
    return reference ?? (unnamed.has(idOfObject(text.object)) ? escapeText(text.texts[0]) : text.reference);
  };
  return {
    candidates: marked.map(({candidate, texts}) => ({
      ...candidate,
      object: texts.reduce<Json>(
        (object, text) => replaceAt(object, text.path, textFor(text)),
        candidate.object,
      ) as JsonObject,
    })),
    texts: marked.flatMap(({texts}) => texts.filter((text) => textFor(text) === text.reference)),
  };
}

/** Reports whether a generated text is one of a hook. */
export const isOfHook = ({object}: Pick<GeneratedText, 'object'>): boolean => readHook(object) !== 'ordinary';

const valueKey = ({object, path, texts}: GeneratedText): string =>
  JSON.stringify(texts.map((text) => readableText(object, path, text)));

const isTest = ({object}: Candidate): boolean => {
  const hook = readHook(object);
  return typeof hook === 'object' && hook.events.includes('test');
};

type MarkedObject = {readonly candidate: Candidate; readonly texts: readonly GeneratedText[]};

/** Replaces texts of an object by references. */
export function markTexts(
  source: string,
  candidate: Candidate,
  differences: readonly {readonly path: JsonPath; readonly texts: readonly [string, ...string[]]}[],
): MarkedObject {
  const {object} = candidate;
  const id = idOfObject(object);
  const texts = differences.map(({path, texts: [first, ...others]}): GeneratedText => {
    const reference = generatedReference({source, id, path});
    return {reference, object, path, texts: [literal(first), ...others.map(literal)]};
  });
  const marked = texts.reduce<Json>((value, {path, reference}) => replaceAt(value, path, reference), object);
  return {candidate: texts.length === 0 ? candidate : {...candidate, object: marked as JsonObject}, texts};
}

/** Returns a text without the escapes of references in it. */
export const literal = (text: string): string =>
  parseText(text, () => false)
    .map((part) => part.text)
    .join('');

function replaceAt(value: Json, [step, ...rest]: JsonPath, text: string): Json {
  if (step === undefined) return text;
  if (isList(value)) return value.map((item, index) => (index === step ? replaceAt(item, rest, text) : item));
  if (!isObject(value)) return value;
  // fromEntries defines fields, so that a key `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === step ? replaceAt(field, rest, text) : field]),
  );
}

const ADVICE = 'Set the value of the chart that it is made of, so that each render has the same one.';

const randomName = (candidate: Candidate): Diagnostic =>
  problemAt(candidate, ['metadata', 'name'], {
    message: `the chart gives this ${kindOf(candidate)} another name in each render`,
    hint: 'Set the name in the values of the chart. Gantry compares objects by their names.',
  });

const anotherSet = (candidate: Candidate): Diagnostic =>
  problemAt(candidate, ['metadata', 'name'], {
    message: `the chart renders another set of objects each time: only one of two renders has ${idOfObject(candidate.object)}`,
    hint: ADVICE,
  });

function problemsOf(candidate: Candidate, difference: RenderDifference): readonly Diagnostic[] {
  const {path} = difference;
  const what = `${showPath(path)} of ${idOfObject(candidate.object)}`;
  if (difference.kind === 'shape') {
    const message = `${what} differs between two renders of the chart, and cannot be kept: ${difference.because}`;
    return [problemAt(candidate, path, {message, hint: ADVICE})];
  }
  if (!isIdentifying(path)) return [];
  return [selecting(candidate, path)];
}

/** Returns the problem of a generated value in a selector. */
export const selecting = (candidate: Candidate, path: JsonPath): Diagnostic =>
  problemAt(candidate, path, {
    message: `the chart generates ${showPath(path)} of ${idOfObject(candidate.object)}, which selects objects`,
    hint: ADVICE,
  });

const problemAt = (
  {object, origin}: Candidate,
  path: JsonPath,
  {message, hint}: {readonly message: string; readonly hint: string},
): Diagnostic => ({
  severity: 'error',
  code: 'chart/generated',
  message,
  resource: idOfObject(object),
  path: showPath(path),
  at: origin.position(path),
  hint,
});

const kindOf = ({object: {kind}}: Candidate): string => (typeof kind === 'string' ? kind : '');
