import {describe, expect, it} from 'vitest';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {status} from './fake-server.ts';

describe('refusalOf', () => {
  it.each([
    {name: 'invalid', code: 422, reason: 'Invalid', message: 'x', want: {kind: 'invalid'}},
    {
      name: 'another uid',
      code: 422,
      reason: 'Invalid',
      message: 'x',
      causes: [{field: 'metadata.uid', reason: 'FieldValueInvalid', message: 'field is immutable'}],
      want: {kind: 'stale'},
    },
    {
      name: 'a missing permission',
      code: 403,
      reason: 'Forbidden',
      message: 'pods is forbidden: User "u" cannot list resource "pods" in API group ""',
      want: {kind: 'forbidden', by: 'authorization'},
    },
    {
      name: 'a quota',
      code: 403,
      reason: 'Forbidden',
      message: 'pods "x" is forbidden: exceeded quota: q',
      want: {kind: 'forbidden', by: 'admission'},
    },
    {name: 'already exists', code: 409, reason: 'AlreadyExists', message: 'x', want: {kind: 'already-exists'}},
    {
      name: 'modified since',
      code: 409,
      reason: 'Conflict',
      message: 'the object has been modified',
      want: {kind: 'stale'},
    },
    {name: 'too old', code: 410, reason: 'Expired', message: 'x', want: {kind: 'expired'}},
    {
      name: 'unknown field',
      code: 500,
      reason: '',
      message: 'failed to create typed patch object (a/b; v1, Kind=X): .x: field not declared in schema',
      want: {kind: 'wrong-input'},
    },
    {
      name: 'wrong type',
      code: 500,
      reason: '',
      message: 'failed to convert new object (a/b) to proper version',
      want: {kind: 'wrong-input'},
    },
    {name: 'an internal error', code: 500, reason: 'InternalError', message: 'boom', want: {kind: 'other'}},
    {name: 'too large', code: 413, reason: 'RequestEntityTooLarge', message: 'x', want: {kind: 'invalid'}},
  ])('a refusal has the kind of its Status: $name', ({code, reason, message, causes, want}) =>
    expect(refusalOf(code, status(code, reason, message, causes ? {causes} : {}))).toMatchObject({
      ...want,
      status: code,
      message,
    }),
  );

  it.each([
    {name: 'an applier', message: 'conflict with "helm"', want: {manager: 'helm', operation: 'Apply'}},
    {
      name: 'a person',
      message: 'conflict with "kubectl-edit" using apps/v1 at 2026-01-02T03:04:05Z',
      want: {manager: 'kubectl-edit', operation: 'Update', apiVersion: 'apps/v1', time: '2026-01-02T03:04:05Z'},
    },
    {
      name: 'an autoscaler',
      message: 'conflict with "kube-controller-manager" with subresource "scale" using apps/v1',
      want: {manager: 'kube-controller-manager', operation: 'Update', subresource: 'scale', apiVersion: 'apps/v1'},
    },
    {
      name: 'a manager with a quote in its name',
      message: 'conflict with "my \\"tool\\""',
      want: {manager: 'my "tool"', operation: 'Apply'},
    },
  ])('a conflict names $name as the owner of the field', ({message, want}) => {
    const causes = [{field: '.spec.replicas', reason: 'FieldManagerConflict', message}];
    expect(refusalOf(409, status(409, 'Conflict', 'Apply failed', {causes}))).toMatchObject({
      kind: 'conflict',
      conflicts: [{field: '.spec.replicas', ...want}],
    });
  });

  it('a refusal takes the time to wait from the header, or else from the details', () => {
    expect(refusalOf(429, '', '3').retryAfterSeconds).toBe(3);
    expect(refusalOf(429, status(429, 'TooManyRequests', 'x', {retryAfterSeconds: 5})).retryAfterSeconds).toBe(5);
    expect(refusalOf(429, '', 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfterSeconds).toBeUndefined();
  });

  it('the answer of a proxy is kept, shortened', () => {
    expect(refusalOf(403, 'x'.repeat(9000)).message).toHaveLength(500);
    expect(refusalOf(404, '').message).toBe('HTTP 404');
  });
});
