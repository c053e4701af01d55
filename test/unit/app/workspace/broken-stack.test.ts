import {describe, expect, it} from 'vitest';
import {currentWorkspace} from '../../../../src/app/workspace/current-workspace.ts';
import {deleteWorkspace} from '../../../../src/app/workspace/delete-workspace.ts';
import {exportWorkspace} from '../../../../src/app/workspace/export-workspace.ts';
import {listWorkspaces} from '../../../../src/app/workspace/list-workspace.ts';
import {showWorkspace} from '../../../../src/app/workspace/show-workspace.ts';
import {failureOf, rig} from './rig.ts';

const broken = (project: Readonly<Record<string, string>> = {}) =>
  rig({
    isShared: true,
    files: {
      'project/stack.yaml': 'sources: [\n',
      'project/workspaces/both.yaml': 'labels: {of: project}\n',
      ...project,
    },
    stored: {both: 'labels: {of: backend}\n', kept: 'labels: {of: backend}\n'},
  });

describe('an invalid stack.yaml', () => {
  it.each([
    {project: 'in a project', files: {'project/project.yaml': 'name: shop\n'}},
    {project: 'without a project', files: {}},
  ])('a named workspace is resolved as with a valid stack.yaml, $project', async ({files}) => {
    const {deps} = await broken(files);
    expect(await showWorkspace({name: 'both'}, deps)).toMatchObject({place: 'file'});
    expect(await currentWorkspace({workspace: 'both'}, deps)).toMatchObject({place: 'file'});
    expect(await exportWorkspace({name: 'kept', flat: false, reveal: false, onTerminal: false}, deps)).toMatchObject({
      place: 'backend',
    });
    expect(
      (await listWorkspaces({workspace: 'kept'}, deps)).workspaces.map(({place, name}) => `${place} ${name}`),
    ).toEqual(['file both', 'backend both', 'backend kept', 'built-in sandbox']);
    await deleteWorkspace({name: 'kept', force: false}, deps);
    expect(await failureOf(showWorkspace({name: 'kept'}, deps))).toMatchObject({code: 'workspace/not-found'});
  });

  it('a command without a named workspace reports the error of stack.yaml', async () => {
    const {deps} = await broken();
    expect(await failureOf(currentWorkspace({}, deps))).toMatchObject({code: 'input/invalid'});
  });

  it('an invalid project.yaml is always an error, because it names the directory of workspaces', async () => {
    const {deps} = await broken({'project/project.yaml': 'workspaces: [\n'});
    expect(await failureOf(showWorkspace({name: 'both'}, deps))).toMatchObject({code: 'input/invalid'});
  });
});
