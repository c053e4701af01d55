import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type Json, type JsonPath} from '../../../core/json.ts';
import {showPath} from '../../../core/reference/path.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import {knowsValues} from '../../../core/secret/known-values.ts';
import {scrubber} from '../../../core/secret/scrub-text.ts';
import {secretLeaves} from '../../../core/secret/secret-leaves.ts';
import {secretTexts} from '../../../core/secret/secret-texts.ts';
import {valuesNotIn} from '../../../core/secret/values-not-in.ts';
import {unescapeContext} from '../../../core/variation/expand-context.ts';
import {defined} from '../../../lib/defined.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import {literal} from './mark-generated.ts';

/** Facts of a cluster, and the values of the Secrets that were looked up through them. */
export type NotedSecrets = {
  readonly facts: SourceFacts | undefined;
  readonly values: () => readonly string[];
};

/** Notes the values of each Secret that is looked up through these facts. */
export function noteSecrets(facts: SourceFacts | undefined): NotedSecrets {
  const values = new Set<string>();
  const lookUp: SourceFacts['lookUp'] | undefined =
    facts &&
    (async (target) => {
      const object = await facts.lookUp(target);
      for (const text of object === undefined ? [] : secretTexts(object)) values.add(text);
      return object;
    });
  return {facts: facts && lookUp && {...facts, lookUp}, values: () => [...values]};
}

/** Removes looked-up values from the problems of a chart, which may quote its output. */
export const withoutSecrets = (
  diagnostics: readonly Diagnostic[],
  values: readonly string[],
): readonly Diagnostic[] => {
  if (values.length === 0) return diagnostics;
  const clean = scrubber(values);
  return diagnostics.map((one) => ({
    ...one,
    message: clean(one.message),
    ...defined({hint: one.hint && clean(one.hint)}),
  }));
};

/**
 * Returns an error for each field that has a looked-up value and that is not secret by the kind of its object. Plans and releases would
 * show it. @param known texts that anybody who reads the chart or its values knows; a looked-up user name may be in them
 */
export function printedSecrets(
  candidates: readonly Candidate[],
  values: readonly string[],
  known: readonly string[],
): readonly Diagnostic[] {
  const secret = valuesNotIn(known, values).filter((value) => !isCertificate(value));
  const isPrinted = knowsValues(secret);
  const isPrintedIn = (text: string): boolean => [text, literal(unescapeContext(text))].some(isPrinted);
  return candidates.flatMap((candidate) => {
    const {object} = candidate;
    const hidden = new Set(secretLeaves(object).map((path) => JSON.stringify(path)));
    const printed = textsOf(object).filter(({path, text}) => !hidden.has(JSON.stringify(path)) && isPrintedIn(text));
    const paths = new Map(printed.map(({path, key}) => [showPath(key ?? path), key ?? path]));
    return [...paths.values()].map((path) => problemAt(candidate, path, isPrinted(idOfObject(object))));
  });
}

type PlacedText = {
  readonly path: JsonPath;
  readonly text: string;
  /** The path of the mapping, if the text is a key. */
  readonly key?: JsonPath;
};

/** Returns the texts and the keys of a value. */
function textsOf(value: Json, path: JsonPath = []): readonly PlacedText[] {
  if (typeof value === 'string') return [{path, text: value}];
  if (isList(value)) return value.flatMap((item, index) => textsOf(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const key = {path: [...path, name, ''], text: name, key: path};
    return [key, ...textsOf(field, [...path, name])];
  });
}

/** Reports whether a value has nothing but certificates, which are public: charts copy a CA into a webhook. */
const isCertificate = (value: string): boolean =>
  [value, Buffer.from(value, 'base64').toString('utf8')].some((text) => {
    const [before = '', ...certificates] = text.split('-----BEGIN CERTIFICATE-----');
    const isWhole = certificates.every((one) => /^[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/.test(one.trim()));
    return before.trim() === '' && certificates.length > 0 && isWhole;
  });

function problemAt({object, origin}: Candidate, path: JsonPath, isSecretId: boolean): Diagnostic {
  const field = path.length === 0 ? 'a field' : showPath(path);
  return {
    severity: 'error',
    code: 'source/helm-printed',
    message: `the chart prints a value of a looked-up Secret into ${field}, where plans and releases would show it`,
    ...defined({resource: isSecretId ? undefined : idOfObject(object)}),
    path: showPath(path),
    at: origin.position(path),
    hint: 'Let the chart print it into a Secret, and refer to that Secret from this field, for example with `secretKeyRef`.',
  };
}
