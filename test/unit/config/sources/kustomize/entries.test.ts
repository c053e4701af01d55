import {expect, it} from 'vitest';
import {looksRemote} from '../../../../../src/config/sources/kustomize/entries.ts';

it.each([
  'https://example.com/a.yaml',
  'ssh://git@example.com/org/repo',
  'git::https://example.com/repo',
  'git@github.com:org/repo',
  'github.com/org/repo//base?ref=v1',
  'github.com/org/repo',
  'example.com/org/repo.git',
  'example.com/org/repo//deploy',
  'bucket/base?ref=main',
])('%s is a remote address', (entry) => expect(looksRemote(entry)).toBe(true));

it.each([
  '../base',
  './a.yaml',
  'deploy.yaml',
  'git-server/base',
  'some.github.com.yaml',
  'a@b.yaml',
  '../../x/y/z',
  '.github/base',
])('%s is a local path', (entry) => expect(looksRemote(entry)).toBe(false));
