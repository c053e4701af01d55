import {createHash} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {isObject, type JsonObject} from '../json.ts';
import {damaged, parseDocument, requireFields, requireText} from './document.ts';
import type {Migrations} from './migrate.ts';
import type {Phase} from './phase.ts';
import type {Release} from './release.ts';
import {releaseFromFormat1} from './release-from-format-1.ts';
import type {ResourceState} from './resource-state.ts';

/** The format in which releases are written. */
export const RELEASE_FORMAT = 2;

const MIGRATIONS: Migrations = [releaseFromFormat1];

/** The bytes of a release: equal releases give equal bytes. */
export const encodeRelease = (release: Release): string => canonicalJson(release);

/** Reads a release of any format, converted to the newest. @throws GantryError 'release/damaged' */
export function decodeRelease(key: string, text: string): Release {
  const document = parseDocument(key, text, MIGRATIONS);
  requireFields(key, document, {
    project: 'string',
    stack: 'string',
    workspace: 'string',
    lineage: 'string',
    revision: 'number',
    epoch: 'number',
    operation: 'string',
    startedAt: 'string',
    by: 'object',
    cluster: 'object',
    summary: 'object',
    spec: 'list',
    state: 'list',
  });
  const phase = requireText(key, document, 'phase');
  if (!Object.hasOwn(PHASES, phase)) throw damaged(key, `${JSON.stringify(phase)} is no phase`);
  refuseOtherTypes(key, document);
  return document as unknown as Release;
}

/** A type that nobody knows would be taken for another: later versions give a release with one a later format. */
function refuseOtherTypes(key: string, {state}: JsonObject): void {
  for (const one of Array.isArray(state) ? state : []) {
    const type = isObject(one) ? one['type'] : undefined;
    if (typeof type !== 'string' || !Object.hasOwn(TYPES, type))
      throw damaged(key, 'it has a state of an unknown type');
  }
}

const TYPES: Readonly<Record<ResourceState['type'], true>> = {Kubernetes: true, Terraform: true};

/** Tells the phases of a run that has not ended from the final ones. */
export const isPending = (phase: Phase): phase is 'applying' | 'destroying' => PHASES[phase] === 'pending';

/** Returns the digest in hexadecimal digits. */
export const sha256 = (value: Uint8Array | string): string => createHash('sha256').update(value).digest('hex');

const PHASES: Readonly<Record<Phase, 'pending' | 'final'>> = {
  applying: 'pending',
  destroying: 'pending',
  succeeded: 'final',
  failed: 'final',
  interrupted: 'final',
};
