import {generatedReference} from '../../../core/chart/generated-reference.ts';
import {changedTexts, leafFingerprints} from '../../../core/chart/leaf-fingerprints.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {mapStrings} from '../../../core/reference/map-strings.ts';
import {showPath} from '../../../core/reference/path.ts';
import type {GeneratedRecord} from '../../../core/release/generated-record.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {isIdentifying} from '../../../kubernetes/chart/identifying-path.ts';
import {isAnnotation} from '../../../kubernetes/chart/text-field.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {ChartReferences} from './find-references.ts';
import {type GeneratedText, markTexts, selecting} from './mark-generated.ts';
import type {PlacedLeaf} from './placed-leaf.ts';
import {generatedDigest, openTokens} from './settle-generated.ts';

/** A render of a chart, and the fingerprints of the last release's render of the same inputs. */
export type LastRender = {
  readonly source: string;
  readonly candidates: readonly Candidate[];
  /** The values that differ between two renders of this run. */
  readonly leaves: readonly PlacedLeaf[];
  readonly fingerprints: GeneratedRecord['fingerprints'];
  readonly references: ChartReferences;
};

/** The objects with a reference in place of each text that differs from the last release. */
export type MarkedSince = {
  readonly candidates: readonly Candidate[];
  readonly texts: readonly GeneratedText[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Replaces texts that differ from the last release's render of the same inputs, for example a date. Two renders at the same time can agree
 * by chance. A checksum of them in an annotation becomes the digest that it was in the last release.
 */
export function markChangedSince(
  {source, candidates, leaves, fingerprints, references}: LastRender,
  key: Secret,
): MarkedSince {
  const compared = candidates.map((candidate): Compared => {
    const before = fingerprints[idOfObject(candidate.object)];
    return {candidate, before, paths: before === undefined ? [] : changedTexts(key, candidate.object, before)};
  });
  const digest = openTokens(references).length === 0 ? undefined : digestOf({source, leaves, references}, compared);
  const marked = compared.map(({candidate: rendered, before, paths}) => {
    const digested =
      digest === undefined ? [] : digestedPaths({candidate: rendered, before, paths}, digest, references, key);
    const candidate = digest === undefined ? rendered : withText(rendered, digested, digest);
    const texts = paths.flatMap((path) => {
      const text = jsonAt(candidate.object, path);
      const isOther = isIdentifying(path) || digested.includes(path);
      return typeof text !== 'string' || isOther ? [] : [{path, texts: [text] as const}];
    });
    const diagnostics = paths.filter((path) => isIdentifying(path)).map((path) => selecting(candidate, path));
    const made = markTexts(source, candidate, texts);
    // A text with the fingerprint of its reference was generated in the last release as well.
    const others = before === undefined ? new Set() : shownPaths(changedTexts(key, made.candidate.object, before));
    return {...made, diagnostics, new: made.texts.filter(({path}) => others.has(showPath(path)))};
  });
  return {
    candidates: marked.map(({candidate}) => candidate),
    texts: marked.flatMap(({texts}) => texts),
    diagnostics: marked.flatMap((one) => [...one.diagnostics, ...one.new.map(note)]),
  };
}

/** An object, and its texts that differ from the last release. */
type Compared = {
  readonly candidate: Candidate;
  readonly before: string | undefined;
  readonly paths: readonly JsonPath[];
};

/** Returns the digest of the values that are generated now, and of those that the last release generated. */
function digestOf(
  {source, leaves, references}: Pick<LastRender, 'source' | 'leaves' | 'references'>,
  compared: readonly Compared[],
): string {
  const objects = new Map(compared.map(({candidate: {object}}) => [idOfObject(object), object]));
  const now = leaves.map(({reference, id, path}) => ({reference, path, object: objects.get(id) ?? {}}));
  const then = compared.flatMap(({candidate: {object}, paths}) =>
    paths.map((path) => ({reference: generatedReference({source, id: idOfObject(object), path}), path, object})),
  );
  return generatedDigest([...now, ...then], references);
}

/**
 * Returns the annotations that become the digest of all generated values: those that were this digest in the last release, and those that
 * are digests of references now.
 */
function digestedPaths(
  {candidate, before, paths}: Compared,
  digest: string,
  {tokens}: ChartReferences,
  key: Secret,
): readonly JsonPath[] {
  const annotations = paths.filter(isAnnotation);
  if (before === undefined || annotations.length === 0) return [];
  const others = shownPaths(changedTexts(key, withText(candidate, annotations, digest).object, before));
  return annotations.filter((path) => {
    const text = jsonAt(candidate.object, path);
    const isDigest = typeof text === 'string' && tokens.some(({reference}) => text.includes(reference));
    return isDigest || !others.has(showPath(path));
  });
}

const shownPaths = (paths: readonly JsonPath[]): ReadonlySet<string> => new Set(paths.map(showPath));

/** Puts a text at some paths of an object. */
function withText(candidate: Candidate, paths: readonly JsonPath[], text: string): Candidate {
  if (paths.length === 0) return candidate;
  const shown = shownPaths(paths);
  return {...candidate, object: mapStrings(candidate.object, (value, at) => (shown.has(showPath(at)) ? text : value))};
}

const note = ({object, path}: GeneratedText): Diagnostic => ({
  severity: 'note',
  code: 'chart/generated',
  message: `${showPath(path)} of ${idOfObject(object)} changed although chart and values are the same: it is kept from the cluster`,
});

/** Returns the fingerprints of the objects of a chart. Schemas of CRDs are large, and never generated. */
export const fingerprintsOf = (candidates: readonly Candidate[], key: Secret): GeneratedRecord['fingerprints'] =>
  Object.fromEntries(
    candidates.flatMap(({object}) =>
      object['kind'] === 'CustomResourceDefinition' ? [] : [[idOfObject(object), leafFingerprints(key, object)]],
    ),
  );
