import {createHash} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {damaged, parseDocument, requireFields, requireText} from './document.ts';
import type {Phase, Release} from './release.ts';

/** The bytes of a release: equal releases give equal bytes. */
export const encodeRelease = (release: Release): string => canonicalJson(release);

export function decodeRelease(key: string, text: string): Release {
  const document = parseDocument(key, text);
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
  return document as unknown as Release;
}

export const isPending = (phase: Phase): phase is 'applying' | 'destroying' => PHASES[phase] === 'pending';

export const sha256 = (value: Uint8Array | string): string => createHash('sha256').update(value).digest('hex');

const PHASES: Readonly<Record<Phase, 'pending' | 'final'>> = {
  applying: 'pending',
  destroying: 'pending',
  succeeded: 'final',
  failed: 'final',
  interrupted: 'final',
};
