import type {JsonObject} from '../../../core/json.ts';
import {annotationsOf} from '../../model/metadata.ts';
import {part, text} from '../../model/part.ts';
import {invalid, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';

const ANNOTATION = 'api-approved.kubernetes.io';
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111';
const FIELD = `metadata.annotations[${ANNOTATION}]`;

type State = 'missing' | 'bypassed' | 'approved' | 'invalid';

/** Reports a CRD in a protected Kubernetes group (such as `k8s.io`) without the approval annotation. */
export function approvalProblems(crd: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  const group = text(part(crd['spec'])['group']);
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(group)) return [];
  const state = stateOf(crd);
  if (before !== undefined && state === stateOf(before)) return [];
  if (state === 'missing')
    return [required(FIELD, `protected groups must have approval annotation "${ANNOTATION}", ${SEE}`)];
  if (state !== 'invalid') return [];
  const detail = `protected groups must have approval annotation "${ANNOTATION}" with either a URL or a reason starting with "unapproved", ${SEE}`;
  return [invalid(FIELD, approvalOf(crd), detail)];
}

const approvalOf = (crd: JsonObject): string => text(annotationsOf(crd)[ANNOTATION]);

function stateOf(crd: JsonObject): State {
  const approval = approvalOf(crd);
  if (approval === '') return 'missing';
  if (approval.startsWith('unapproved')) return 'bypassed';
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/]+/.test(approval) ? 'approved' : 'invalid';
}
