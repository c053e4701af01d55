import {describe, expect, it} from 'vitest';
import type {ReleaseDiff} from '../../../../../src/app/release/diff-releases.ts';
import {releaseDiffMarkdown} from '../../../../../src/ui/markdown/release-diff-markdown.ts';
import {releaseDiffText} from '../../../../../src/ui/text/release/release-diff-text.ts';
import {golden, plainStyle} from '../../plain-style.ts';

const side = {operation: 'apply', phase: 'succeeded', by: 'ann@build-7'} as const;
const DIFF: ReleaseDiff = {
  formatVersion: 1,
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  before: {...side, revision: 3, startedAt: '2026-05-03T12:00:00Z'},
  after: {...side, revision: 7, phase: 'failed', from: {revision: 5, failed: 6}, startedAt: '2026-05-04T11:00:00Z'},
  summary: {create: 1, update: 2, delete: 1, unchanged: 31},
  settings: [{path: 'namespace', before: 'old', after: 'shop', cause: 'spec'}],
  changes: [
    {
      id: 'apps/v1:Deployment:shop:web',
      type: 'Kubernetes',
      action: 'update',
      fields: [
        {path: 'spec.replicas', before: 2, after: 3, cause: 'spec'},
        {path: 'spec.template.spec.containers[name="app"].env[name="TOKEN"].value', sensitive: true, cause: 'secret'},
      ],
    },
    {
      id: 'v1:ConfigMap:shop:new\u001b[2J',
      type: 'Kubernetes',
      action: 'create',
      fields: [{path: 'data', after: {a: '1'}, cause: 'spec'}],
    },
    {id: 'v1:ConfigMap:shop:old', type: 'Kubernetes', action: 'delete', fields: []},
    {
      id: 'v1:Secret:shop:db',
      type: 'Kubernetes',
      action: 'update',
      fields: [{path: 'data.password', sensitive: true, cause: 'spec'}],
    },
  ],
};

describe('the differences of two releases', () => {
  it('the differences of two releases have the form of a plan', () =>
    expect(releaseDiffText(DIFF, plainStyle)).toMatchFileSnapshot(golden('release-diff')));

  it('the differences of two releases have the form of a plan in Markdown', () =>
    expect(releaseDiffMarkdown(DIFF, plainStyle)).toMatchFileSnapshot('../../../../golden/ui/release-diff.md'));

  it('long differences of two releases lose their fields to fit into a comment, and say so', () => {
    const text = releaseDiffMarkdown(DIFF, {...plainStyle, bytes: 1100});
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1100);
    expect(text).toContain('because this text would be too long');
  });

  it('equal releases are reported as such', () => {
    const same = {...DIFF, changes: [], settings: []};
    expect(releaseDiffText(same, plainStyle)).toContain('No differences');
    expect(releaseDiffMarkdown(same, plainStyle)).toContain('No differences');
  });
});
