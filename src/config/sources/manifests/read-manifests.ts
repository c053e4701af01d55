import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type Json} from '../../../core/json.ts';
import type {Candidate, Candidates} from '../../manifests/candidate.ts';
import {checkObject} from '../../manifests/check-object.ts';
import {flatten} from '../../manifests/flatten.ts';
import {readText} from '../../read-text.ts';
import {maskedPosition} from '../../yaml/masked-position.ts';
import {readYaml} from '../../yaml/read-yaml.ts';

/** Reads the objects of a file of plain manifests. */
export function readManifests(path: string, {isExpandable}: {readonly isExpandable: boolean}): Candidates {
  const {file, text, diagnostics: unreadable} = readText(path);
  if (text === undefined) return {candidates: [], diagnostics: unreadable};
  const {documents, diagnostics: problems} = readYaml(text, file);
  // A file without `apiVersion` may be any file, so diagnostics do not show its text.
  const shown = text.includes('apiVersion') ? problems : problems.map(withoutText);
  const diagnostics: Diagnostic[] = [...shown];
  const candidates: Candidate[] = [];
  for (const {value, origin, isWhole} of documents) {
    if (!isWhole || isOwnDocument(value)) continue;
    for (const written of flatten(value, origin, (diagnostic) => diagnostics.push(diagnostic))) {
      const wrong = checkObject(written);
      diagnostics.push(...wrong);
      if (wrong.length === 0) candidates.push({...written, isExpandable, dependsOn: [], extensions: {}});
    }
  }
  return {candidates, diagnostics};
}

const withoutText = (one: Diagnostic): Diagnostic =>
  one.at === undefined ? one : {...one, at: maskedPosition(one.at)};

/** Reports whether a document is a saved plan or a report that Gantry wrote into the stack directory. It is skipped without an error. */
const isOwnDocument = (value: Json): boolean =>
  isObject(value) && typeof value['formatVersion'] === 'number' && !('apiVersion' in value) && !('kind' in value);
