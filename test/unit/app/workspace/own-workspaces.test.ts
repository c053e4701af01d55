import {readFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {chooseWorkspace} from '../../../../src/app/workspace/choose-workspace.ts';
import {createWorkspace} from '../../../../src/app/workspace/create-workspace.ts';
import {deleteWorkspace} from '../../../../src/app/workspace/delete-workspace.ts';
import {exportWorkspace} from '../../../../src/app/workspace/export-workspace.ts';
import {listWorkspaces} from '../../../../src/app/workspace/list-workspace.ts';
import {renameWorkspace} from '../../../../src/app/workspace/rename-workspace.ts';
import {surroundings} from '../../../../src/app/workspace/surroundings.ts';
import {switchWorkspace} from '../../../../src/app/workspace/switch-workspace.ts';
import {updateWorkspace} from '../../../../src/app/workspace/update-workspace.ts';
import {readSwitch, writeSwitch} from '../../../../src/config/user-switch.ts';
import {failureOf, KUBECONFIG, type Rig, rig} from './rig.ts';
import {storeRelease} from './stored-release.ts';

const MINE = 'home/.gantry/workspaces/dev.yaml';
const IN_HOME = {[MINE]: 'name: dev # mine\ncontext: {host: mine}\n'};
const IN_PROJECT = {'project/project.yaml': '', 'project/workspaces/dev.yaml': 'name: dev\ncontext: {host: project}\n'};
const IN_BACKEND = {dev: 'name: dev\ncontext: {host: team}\n'};

const world = (given: Parameters<typeof rig>[0] = {}): Promise<Rig> =>
  rig({isShared: true, interactive: true, ...given});
const choose = async (workspace: string | undefined, {deps}: Rig) => {
  const request = workspace === undefined ? {} : {workspace};
  return chooseWorkspace({request, ...(await surroundings(request, deps))}, deps);
};
const hostOf = async (workspace: string | undefined, made: Rig) =>
  (await choose(workspace, made)).workspace.context?.['host'];

describe('a workspace of the user', () => {
  it('the user’s own workspace is found with a backend of a team', async () => {
    const made = await world({files: IN_HOME});
    expect(await choose('dev', made)).toMatchObject({name: 'dev', place: 'file', scope: 'mine', file: made.path(MINE)});
  });

  it.each([
    {name: 'mine and of the team', files: IN_HOME, stored: IN_BACKEND, shared: 'team'},
    {name: 'mine and of the project', files: {...IN_HOME, ...IN_PROJECT}, stored: {}, shared: 'project'},
  ])('a name that is $name is refused without its scope', async ({files, stored, shared}) => {
    const made = await world({files, stored});
    expect(await failureOf(choose('dev', made))).toMatchObject({
      code: 'workspace/ambiguous',
      name: 'dev',
      choices: [{name: 'shared/dev'}, {name: 'mine/dev', at: made.path(MINE)}],
    });
    expect([await hostOf('mine/dev', made), await hostOf('shared/dev', made)]).toEqual(['mine', shared]);
  });

  it('a name of the user and of the project is refused even if $GANTRY_HOME is the backend', async () => {
    const made = await world({isShared: false, files: IN_PROJECT, stored: IN_BACKEND});
    expect(await failureOf(choose('dev', made))).toMatchObject({
      choices: [{name: 'shared/dev'}, {name: 'mine/dev', at: 'workspaces/dev.yaml in the backend memory'}],
    });
    expect([await hostOf('mine/dev', made), await hostOf('shared/dev', made)]).toEqual(['team', 'project']);
  });

  it('a copy in the backend needs no scope until one of the two changes', async () => {
    const made = await world({files: {[MINE]: '# mine\nname: dev\n'}, stored: {dev: 'name: dev\n'}});
    expect(await choose('dev', made)).toMatchObject({place: 'backend', scope: 'shared'});
    await made.write(MINE, 'name: dev\nlabels: {tier: dev}\n');
    expect(await failureOf(choose('dev', made))).toMatchObject({code: 'workspace/ambiguous'});
  });

  it.each(['mine/gone', 'shared/gone'])('%s is searched in its place only', async (wanted) => {
    const made = await world({files: IN_HOME, stored: IN_BACKEND});
    const {code, looked} = (await failureOf(choose(wanted, made))) as {code: string; looked: readonly string[]};
    expect(code).toBe('workspace/not-found');
    expect(looked).toEqual([
      wanted === 'mine/gone'
        ? made.path('home/.gantry/workspaces/gone.yaml')
        : 'workspaces/gone.yaml in the backend memory',
    ]);
  });

  it('the switch stores the scope, so that a shared workspace that comes later does not change it', async () => {
    const made = await world({files: IN_HOME});
    await switchWorkspace({name: 'dev'}, made.deps);
    expect(await readSwitch(made.home)).toBe('mine/dev');
    made.backend.write('workspaces/dev.yaml', IN_BACKEND.dev);
    expect(await choose(undefined, made)).toMatchObject({scope: 'mine', from: 'switch'});
  });

  it('a switch of an earlier version without a scope is refused if the name leads to two workspaces', async () => {
    const made = await world({files: IN_HOME, stored: IN_BACKEND});
    await writeSwitch(made.home, 'dev');
    expect(await failureOf(choose(undefined, made))).toMatchObject({code: 'workspace/ambiguous', from: 'switch'});
  });

  it('list shows the user’s own workspaces with those of the project and of the backend', async () => {
    const made = await world({files: {...IN_HOME, ...IN_PROJECT}, stored: {prod: ''}});
    const {workspaces} = await listWorkspaces({}, made.deps);
    expect(workspaces.map(({name, scope, shadowed}) => [name, scope, shadowed])).toEqual([
      ['dev', 'shared', false],
      ['prod', 'shared', false],
      ['dev', 'mine', false],
      ['sandbox', undefined, false],
    ]);
  });
});

describe('workspace create with a shared backend', () => {
  const kubeconfig = {'home/.kube/config': KUBECONFIG};
  const stored = ({backend}: Rig) => new TextDecoder().decode(backend.values.get('workspaces/dev.yaml')?.value);

  it.each([
    {name: 'without a question', ask: undefined, scope: 'mine'},
    {name: 'if the user answers mine', ask: 'mine', scope: 'mine'},
    {name: 'if the user answers shared', ask: 'shared', scope: 'shared'},
  ] as const)('create stores the workspace as $scope $name', async ({ask, scope}) => {
    const made = await world({files: kubeconfig});
    const asked: string[] = [];
    const answer = ask && (async (backend: string) => (asked.push(backend), ask));
    const request = {name: 'dev', kubeconfig: made.path('home/.kube/config'), ask: answer};
    expect(await createWorkspace(request, made.deps)).toMatchObject({scope});
    expect(asked).toEqual(ask === undefined ? [] : ['memory']);
    expect(made.backend.values.size).toBe(scope === 'mine' ? 0 : 1);
    expect(await choose('dev', made)).toMatchObject({scope});
  });

  it('create asks nothing if the backend is the user’s own', async () => {
    const made = await world({isShared: false, files: kubeconfig});
    const ask = () => Promise.reject(new Error('it was asked'));
    const request = {name: 'dev', kubeconfig: made.path('home/.kube/config'), ask};
    expect(await createWorkspace(request, made.deps)).toMatchObject({scope: 'mine'});
    const refused = await failureOf(
      createWorkspace({name: 'two', kubeconfig: request.kubeconfig, scope: 'shared'}, made.deps),
    );
    expect(refused).toMatchObject({code: 'input/usage', message: expect.stringContaining('--shared')});
  });

  it('create writes a kubeconfig below the home directory as ~ for everyone', async () => {
    const made = await world({files: kubeconfig});
    await createWorkspace({name: 'dev', kubeconfig: made.path('home/.kube/config'), scope: 'shared'}, made.deps);
    expect(stored(made)).toContain('kubeconfig_path: "~/.kube/config"');
    expect(stored(made)).not.toContain(made.path('home'));
  });

  it('create and update refuse home paths of a file for others, with the lines', async () => {
    const made = await world();
    const text = `name: dev\ncontext:\n  kubeconfig_path: ${made.path('home/.kube/config')}\nenv: {CA_FILE: ${made.path('home/.gantry/ca.pem')}}\n`;
    await made.write('project/dev.yaml', text);
    const refused = {
      code: 'input/invalid',
      diagnostics: [
        {code: 'workspace/home-path', at: {line: 3}, hint: expect.stringContaining('~/.kube/config')},
        {code: 'workspace/home-path', at: {line: 4}, hint: expect.stringContaining('~/.gantry/ca.pem')},
      ],
    };
    expect(await failureOf(createWorkspace({file: 'dev.yaml', scope: 'shared'}, made.deps))).toMatchObject(refused);
    made.backend.write('workspaces/dev.yaml', IN_BACKEND.dev);
    const update = {name: 'dev', file: 'dev.yaml', confirm: async () => true};
    expect(await failureOf(updateWorkspace(update, made.deps))).toMatchObject(refused);
    await made.backend.delete('workspaces/dev.yaml', (await made.backend.get('workspaces/dev.yaml'))?.version ?? '');
    expect(await createWorkspace({file: 'dev.yaml'}, made.deps)).toMatchObject({scope: 'mine'});
  });

  it('create reports that the user and others now have the same name', async () => {
    const made = await world({files: {...kubeconfig, ...IN_PROJECT}});
    const created = await createWorkspace({name: 'dev', kubeconfig: made.path('home/.kube/config')}, made.deps);
    expect(created).toMatchObject({scope: 'mine', ambiguous: ['mine/dev', 'shared/dev']});
  });
});

describe('a change of a workspace of the user', () => {
  const update = {set: ['context.host=new'], confirm: async () => true};

  it('update, export, rename and delete work on it with a backend of a team', async () => {
    const made = await world({files: IN_HOME});
    await switchWorkspace({name: 'dev'}, made.deps);
    await updateWorkspace({name: 'dev', ...update}, made.deps);
    expect(await readFile(made.path(MINE), 'utf8')).toBe('name: dev # mine\ncontext: {host: new}\n');
    const exported = await exportWorkspace({name: 'dev', flat: false, reveal: false, onTerminal: false}, made.deps);
    expect(exported).toMatchObject({text: 'name: dev # mine\ncontext: {host: new}\n'});
    const rename = {name: 'dev', to: 'own', lockTimeoutSeconds: 0, confirm: async () => true};
    expect(await renameWorkspace(rename, made.deps)).toMatchObject({outcome: 'renamed', wasSwitch: true});
    expect(await choose(undefined, made)).toMatchObject({name: 'own', scope: 'mine'});
    expect(await deleteWorkspace({name: 'mine/own', force: false}, made.deps)).toMatchObject({wasSwitch: true});
    expect(await failureOf(choose('own', made))).toMatchObject({code: 'workspace/not-found'});
    expect(made.backend.values.size).toBe(0);
  });

  it('a change of a workspace whose name others have needs the scope, and leaves the other workspace unchanged', async () => {
    const made = await world({files: IN_HOME, stored: IN_BACKEND});
    expect(await failureOf(updateWorkspace({name: 'dev', ...update}, made.deps))).toMatchObject({
      code: 'workspace/ambiguous',
    });
    await updateWorkspace({name: 'shared/dev', ...update}, made.deps);
    expect([await hostOf('mine/dev', made), await hostOf('shared/dev', made)]).toEqual(['mine', 'new']);
  });

  it('an update without a name changes the current workspace, and never another one with its name', async () => {
    const made = await world({
      files: {...IN_HOME, 'elsewhere/dev.yaml': 'context: {host: file}\n'},
      stored: IN_BACKEND,
    });
    await switchWorkspace({name: 'mine/dev'}, made.deps);
    await updateWorkspace(update, made.deps);
    expect([await hostOf('mine/dev', made), await hostOf('shared/dev', made)]).toEqual(['new', 'team']);
    await updateWorkspace({...update, workspace: 'shared/dev'}, made.deps);
    expect(await hostOf('shared/dev', made)).toBe('new');
    const other = {set: ['context.host=other'], confirm: update.confirm, workspace: made.path('elsewhere/dev.yaml')};
    expect(await failureOf(updateWorkspace(other, made.deps))).toMatchObject({
      code: 'input/usage',
      message: 'the current workspace dev is a file',
    });
    expect([await hostOf('mine/dev', made), await hostOf('shared/dev', made)]).toEqual(['new', 'new']);
  });

  it('a workspace with releases in the backend of a team is neither renamed nor deleted', async () => {
    const made = await world({files: IN_HOME});
    await storeRelease(made.backend, {project: 'shop', stack: 'web', workspace: 'dev'});
    const rename = {name: 'dev', to: 'own', lockTimeoutSeconds: 0, confirm: async () => true};
    expect(await failureOf(renameWorkspace(rename, made.deps))).toMatchObject({
      code: 'input/usage',
      message: expect.stringContaining('shop/web/dev'),
    });
    expect(await failureOf(deleteWorkspace({name: 'dev', force: false}, made.deps))).toMatchObject({
      code: 'workspace/in-use',
    });
  });
});
