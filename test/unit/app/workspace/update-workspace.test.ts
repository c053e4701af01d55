import {describe, expect, it} from 'vitest';
import {showWorkspace} from '../../../../src/app/workspace/show-workspace.ts';
import {
  type UpdateWorkspace,
  updateWorkspace,
  type WorkspaceUpdate,
} from '../../../../src/app/workspace/update-workspace.ts';
import {failureOf, KUBECONFIG, type Rig, rig} from './rig.ts';

const TEXT = `# ours
name: prod
labels: {tier: prod}
context:
  kubeconfig_content: ref://k # of Vault
  kube_context: admin
  AWS_ACCESS_KEY_ID: canary-one
  AWS_REGION: eu
`;

const text = ({backend}: Rig): string => new TextDecoder().decode(backend.values.get('workspaces/prod.yaml')?.value);

async function update(flags: Omit<Partial<UpdateWorkspace>, 'confirm'>, {answer = true, isShared = false} = {}) {
  const world = await rig({
    stored: {prod: TEXT, base: 'labels: {a: b}\n'},
    isShared,
    files: {'project/k': KUBECONFIG, 'home/.kube/new': KUBECONFIG},
  });
  const asked: WorkspaceUpdate[] = [];
  const confirm = async (shown: WorkspaceUpdate) => (asked.push(shown), answer);
  const outcome = updateWorkspace({name: 'prod', ...flags, confirm}, world.deps);
  return {world, asked, outcome};
}

describe('workspace update', () => {
  it.each([
    {
      name: 'a value of the context',
      flags: {set: ['context.AWS_REGION=us-east-1']},
      changes: [{path: 'context.AWS_REGION', before: 'eu', after: 'us-east-1'}],
      want: TEXT.replace('AWS_REGION: eu', 'AWS_REGION: us-east-1'),
    },
    {
      name: 'a value that looks like a number, as the text that it must be',
      flags: {set: ['context.AWS_REGION=1.10']},
      changes: [{path: 'context.AWS_REGION', before: 'eu', after: '1.10'}],
      want: TEXT.replace('AWS_REGION: eu', "AWS_REGION: '1.10'"),
    },
    {
      name: 'true where the field wants true or false',
      flags: {set: ['trust.localFiles=true']},
      changes: [{path: 'trust.localFiles', after: true}],
      want: `${TEXT}trust:\n  localFiles: true\n`,
    },
    {
      name: 'a label whose name has dots, quoted or not',
      flags: {set: ['labels.example.com/team=shop', 'labels."example.com/site"=x']},
      changes: [
        {path: 'labels["example.com/team"]', after: 'shop'},
        {path: 'labels["example.com/site"]', after: 'x'},
      ],
      want: TEXT.replace(
        'labels: {tier: prod}\n',
        'labels:\n  tier: prod\n  example.com/team: shop\n  example.com/site: x\n',
      ),
    },
    {
      name: 'what goes',
      flags: {unset: ['context.AWS_REGION', 'labels.tier']},
      changes: [
        {path: 'labels.tier', before: 'prod'},
        {path: 'context.AWS_REGION', before: 'eu'},
      ],
      want: TEXT.replace('  AWS_REGION: eu\n', '').replace('labels: {tier: prod}\n', ''),
    },
    {
      name: 'a suspension',
      flags: {suspended: true},
      changes: [{path: 'suspended', after: true}],
      want: `${TEXT}suspended: true\n`,
    },
    {
      name: 'another kubeconfig, which takes the place of all others, with its current context',
      flags: {kubeconfig: '~/.kube/new'},
      changes: [
        {path: 'context.kubeconfig_content', before: 'ref://k'},
        {path: 'context.kube_context', before: 'admin', after: 'admin@cluster'},
        {path: 'context.kubeconfig_path', after: '~/.kube/new'},
      ],
      want: TEXT.replace(
        '  kubeconfig_content: ref://k # of Vault\n  kube_context: admin\n',
        '  kube_context: admin@cluster\n',
      ).concat('  kubeconfig_path: ~/.kube/new\n'),
    },
    {
      name: 'a base',
      flags: {set: ['extends=base']},
      changes: [{path: 'extends', after: 'base'}],
      want: `${TEXT}extends: base\n`,
    },
  ])('update sets $name, and keeps comments', async ({flags, changes, want}) => {
    const {world, asked, outcome} = await update(flags);
    expect((await outcome).outcome).toBe('updated');
    expect(asked.map((shown) => shown.changes)).toEqual([changes]);
    expect(text(world)).toBe(want);
  });

  it('update reports a changed cluster, whose pin stays', async () => {
    const {outcome} = await update({kubeconfig: 'k'});
    expect(await outcome).toMatchObject({leadsElsewhere: true});
    expect(await (await update({set: ['labels.a=b']})).outcome).toMatchObject({leadsElsewhere: false});
  });

  it('update accepts a whole file, and shows no secret of either', async () => {
    const world = await rig({
      stored: {prod: TEXT},
      files: {'project/new.yaml': TEXT.replace('canary-one', 'canary-two')},
    });
    const updated = await updateWorkspace({name: 'prod', file: 'new.yaml', confirm: async () => true}, world.deps);
    expect(updated.changes).toEqual([{path: 'context.AWS_ACCESS_KEY_ID', before: '***', after: '***'}]);
    expect(JSON.stringify(updated)).not.toContain('canary');
    expect(text(world)).toContain('canary-two');
  });

  it('update writes nothing when it is declined, or when there is no change', async () => {
    const declined = await update({suspended: true}, {answer: false});
    expect((await declined.outcome).outcome).toBe('declined');
    expect(text(declined.world)).toBe(TEXT);
    const same = await update({set: ['context.AWS_REGION=eu'], unset: ['env.NOTHING']});
    expect((await same.outcome).outcome).toBe('unchanged');
    expect(same.asked).toEqual([]);
  });

  it('update is refused after a concurrent change', async () => {
    const world = await rig({stored: {prod: TEXT}});
    const outcome = updateWorkspace(
      {
        name: 'prod',
        suspended: true,
        confirm: async () => (world.backend.write('workspaces/prod.yaml', 'name: prod\n'), true),
      },
      world.deps,
    );
    expect(await failureOf(outcome)).toEqual({code: 'workspace/changed', name: 'prod'});
    expect(text(world)).toBe('name: prod\n');
  });

  it.each([
    {name: 'nothing', flags: {}, says: 'no change is given'},
    {name: 'a file and a value', flags: {file: 'x', set: ['a=b']}, says: '--file replaces the whole workspace'},
    {name: 'a field that there is not', flags: {set: ['contxt.A=b']}, says: 'Did you mean `context`?'},
    {name: 'a word without a value', flags: {set: ['context.A']}, says: 'is not KEY=VALUE'},
    {name: 'a key that is none', flags: {unset: ['context..A']}, says: 'is not a key of a workspace'},
    {name: 'its name', flags: {set: ['name=other']}, says: 'gantry workspace rename'},
    {name: 'a secret', flags: {set: ['context.AWS_SECRET_ACCESS_KEY=canary-three']}, says: 'others can read it'},
    {
      name: 'a login in an address',
      flags: {set: ['context.host=https://u:canary-three@h']},
      says: 'others can read it',
    },
    {name: 'a value of the wrong form', flags: {set: ['suspended=perhaps']}, says: '`suspended` must be true or false'},
    {name: 'a kubeconfig that is not there', flags: {kubeconfig: 'gone'}, says: 'does not exist'},
    {name: 'a base that is not there', flags: {set: ['extends=nobody']}, says: 'no workspace to extend'},
  ])('update refuses $name, and keeps the workspace', async ({flags, says}) => {
    const {world, outcome} = await update(flags);
    const failure = JSON.stringify(await failureOf(outcome));
    expect(failure).toContain(says);
    expect(failure).not.toContain('canary');
    expect(text(world)).toBe(TEXT);
  });

  it('update keeps credentials in plain text out of a shared backend', async () => {
    const {outcome} = await update({suspended: true}, {isShared: true});
    expect(await failureOf(outcome)).toMatchObject({code: 'workspace/plaintext', keys: ['context.AWS_ACCESS_KEY_ID']});
    expect((await (await update({suspended: true, allowPlaintext: true}, {isShared: true})).outcome).outcome).toBe(
      'updated',
    );
  });

  it('update leaves a file of the project to the user', async () => {
    const world = await rig({files: {'project/project.yaml': '', 'project/workspaces/mine.yaml': ''}});
    const failure = await failureOf(
      updateWorkspace({name: 'mine', suspended: true, confirm: async () => true}, world.deps),
    );
    expect(failure).toMatchObject({code: 'input/usage', message: 'the workspace mine is a file of this project'});
  });
});

describe('workspace show with secrets', () => {
  it('show masks credentials in plain text, unless they are requested', async () => {
    const world = await rig({stored: {prod: TEXT}});
    expect(JSON.stringify(await showWorkspace({name: 'prod'}, world.deps))).not.toContain('canary-one');
    expect(JSON.stringify(await showWorkspace({name: 'prod', reveal: true}, world.deps))).toContain('canary-one');
  });
});
