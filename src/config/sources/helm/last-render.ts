import {changedTexts, leafFingerprints} from '../../../core/chart/leaf-fingerprints.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {showPath} from '../../../core/reference/path.ts';
import type {GeneratedRecord} from '../../../core/release/generated-record.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {isIdentifying} from '../../../kubernetes/chart/identifying-path.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import {type GeneratedText, markTexts, selecting} from './mark-generated.ts';

/** Objects of a chart, and the fingerprints of the last release's render of the same inputs. */
export type LastRender = {
  readonly source: string;
  readonly candidates: readonly Candidate[];
  readonly fingerprints: GeneratedRecord['fingerprints'];
};

/** The objects with a reference in place of each text that differs from the last release. */
export type MarkedSince = {
  readonly candidates: readonly Candidate[];
  readonly texts: readonly GeneratedText[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Replaces texts that differ from the last release's render of the same inputs, for example a date. Two renders at the same time can agree
 * by chance.
 */
export function markChangedSince({source, candidates, fingerprints}: LastRender, key: Secret): MarkedSince {
  const marked = candidates.map((candidate) => {
    const before = fingerprints[idOfObject(candidate.object)];
    const paths = before === undefined ? [] : changedTexts(key, candidate.object, before);
    const texts = paths.flatMap((path) => {
      const text = jsonAt(candidate.object, path);
      return typeof text !== 'string' || isIdentifying(path) ? [] : [{path, texts: [text] as const}];
    });
    const diagnostics = paths.filter((path) => isIdentifying(path)).map((path) => selecting(candidate, path));
    const made = markTexts(source, candidate, texts);
    // A text with the fingerprint of its reference was generated in the last release as well.
    const other = before === undefined ? [] : changedTexts(key, made.candidate.object, before);
    const others = new Set(other.map((path) => showPath(path)));
    return {...made, diagnostics, new: made.texts.filter(({path}) => others.has(showPath(path)))};
  });
  return {
    candidates: marked.map(({candidate}) => candidate),
    texts: marked.flatMap(({texts}) => texts),
    diagnostics: marked.flatMap((one) => [...one.diagnostics, ...one.new.map(note)]),
  };
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
