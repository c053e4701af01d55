import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../core/diagnostic/origin.ts';
import type {JsonObject, JsonPath} from '../../../core/json.ts';
import {IMPORT_ID} from '../../../core/resource/import-id.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {defined} from '../../../lib/defined.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import {below} from '../../manifests/flatten.ts';
import {maskedOrigin} from '../../yaml/masked-position.ts';

/** A resource in the form of a spec file. */
export type SpecResource = {
  readonly type: Resource['type'];
  readonly id: string;
  readonly attributes: JsonObject;
  readonly dependsOn?: readonly string[] | null | undefined;
  readonly extensions?: JsonObject | null | undefined;
};

/** Returns the desired object of a resource in the form of a spec file. @param place the position of the resource */
export function specCandidate(resource: SpecResource, place: Origin): Candidate {
  const {id, type, attributes} = resource;
  const origin = below(place, ['attributes']);
  const problem = (code: string, message: string, path: JsonPath, hint?: string): Diagnostic => ({
    severity: 'error',
    code,
    message,
    at: place.position(path),
    resource: id,
    ...defined({hint}),
  });
  return {
    type,
    object: attributes,
    origin: attributes['kind'] === 'Secret' ? maskedOrigin(origin) : origin,
    isExpandable: true,
    dependsOn: resource.dependsOn ?? [],
    extensions: resource.extensions ?? {},
    declared: {
      id,
      diagnose: (message, hint) => problem('spec/id', message, ['id'], hint),
      diagnoseImport: (message, hint) => problem('spec/import-id', message, ['extensions', IMPORT_ID], hint),
    },
  };
}
