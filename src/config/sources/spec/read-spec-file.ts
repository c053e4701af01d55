import {isError} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import {withoutContextValues} from '../../context-values.ts';
import {checkObject} from '../../manifests/check-object.ts';
import {below} from '../../manifests/flatten.ts';
import {parseDocument} from '../../parse-document.ts';
import {MOST_MEBIBYTES_OF_STACK, readText} from '../../read-text.ts';
import type {Built} from '../source.ts';
import {specCandidate} from './spec-candidate.ts';
import {type ResourceType, specFileOf} from './spec-file.ts';

/** Reads a spec file. References in it are always expanded. @param types the resource types that it may contain */
export function readSpecFile(path: string, types: readonly ResourceType[] = ['Kubernetes']): Built {
  const {file, text, diagnostics: unreadable} = readText(path, MOST_MEBIBYTES_OF_STACK);
  if (text === undefined) return {candidates: [], diagnostics: unreadable};
  const {value, origin, diagnostics: found} = parseDocument(specFileOf(types), text, file);
  const diagnostics = found.map(withoutContextValues);
  if (value === undefined || diagnostics.some(isError)) return {candidates: [], diagnostics};
  const read = value.resources.map((resource, index) => specCandidate(resource, below(origin, ['resources', index])));
  const wrong = read.map((candidate) => (candidate.type === 'Kubernetes' ? checkObject(candidate) : []));
  return {
    candidates: read.filter((_, index) => wrong[index]?.length === 0),
    diagnostics: [...diagnostics, ...wrong.flat()],
    ...defined({
      context: value.context === undefined || value.context === null ? undefined : value.context,
      secretStore:
        value.secretStore === undefined || value.secretStore === null
          ? undefined
          : {store: value.secretStore, file: path},
    }),
  };
}
