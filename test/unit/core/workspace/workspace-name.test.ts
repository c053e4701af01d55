import {expect, it} from 'vitest';
import {
  looksLikeFile,
  nameOfWorkspaceFile,
  workspaceNameProblem,
} from '../../../../src/core/workspace/workspace-name.ts';

it.each(['prod', 'eu-west.prod', 'a', '_x', 'x'.repeat(100)])('%s names a workspace', (name) => {
  expect(workspaceNameProblem(name)).toBeUndefined();
});

it.each(['', '.hidden', '-w', '../up', 'a/b', 'a b', 'prod.yaml', 'x'.repeat(101), 'naïve'])('%s does not', (name) => {
  expect(workspaceNameProblem(name)).toBeTypeOf('string');
});

it.each([
  ['prod', false],
  ['eu.prod', false],
  ['./prod', true],
  ['a/b', true],
  ['prod.yaml', true],
  ['prod.yml', true],
])('-w %s is a file: %s', (text, want) => expect(looksLikeFile(text)).toBe(want));

it.each([
  ['/a/b/prod.yaml', 'prod'],
  ['prod.yml', 'prod'],
  ['eu.prod.yaml', 'eu.prod'],
  ['/a/workspace', 'workspace'],
])('%s holds the workspace %s', (file, want) => expect(nameOfWorkspaceFile(file)).toBe(want));
