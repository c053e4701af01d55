import {compareRenders, type RenderDifference} from '../../../core/chart/compare-renders.ts';
import {generatedReference} from '../../../core/chart/generated-reference.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Json, JsonObject, JsonPath} from '../../../core/json.ts';
import {isList, isObject} from '../../../core/json.ts';
import {parseText} from '../../../core/reference/parse-text.ts';
import {showPath} from '../../../core/reference/path.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import {isIdentifying} from '../../../kubernetes/chart/identifying-path.ts';
import {pairObjects} from '../../../kubernetes/chart/pair-objects.ts';
import {isTestHook} from '../../../kubernetes/chart/test-hook.ts';
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
  const {pairs, renamed, alone} = pairObjects(one.filter(isCompared), other.filter(isCompared));
  const found = new Map(pairs.map(([first, second]) => [first, compareRenders(first.object, second.object)]));
  const diagnostics = [
    ...renamed.map((candidate) => randomName(candidate)),
    ...alone.map((candidate) => anotherSet(candidate)),
    ...[...found].flatMap(([candidate, differences]) => differences.flatMap((one) => problemsOf(candidate, one))),
  ];
  const marked = one.map((candidate) =>
    markTexts(
      source,
      candidate,
      (found.get(candidate) ?? []).flatMap((one) => (one.kind === 'text' ? [one] : [])),
    ),
  );
  return {
    candidates: marked.map(({candidate}) => candidate),
    texts: marked.flatMap(({texts}) => texts),
    diagnostics,
  };
}

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

const isCompared = ({object}: Candidate): boolean => !isTestHook(object);

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

const kindOf = ({object}: Candidate): string => String(object['kind']);
