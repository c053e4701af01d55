import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {PlanFile} from '../../src/core/plan/plan-file.ts';
import {type Approval, approvalText} from '../../src/core/protection/approval.ts';
import {apply, GantryError, openWorkspace} from '../../src/index.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ed25519Key, type SshKey} from '../rig/ssh-key.ts';
import {makeUserKey} from '../rig/ssh-keygen.ts';
import {makeStack} from '../rig/stack.ts';

type Shown = {readonly revision: number; readonly admission?: Readonly<Record<string, unknown>>};

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

onCluster('a protected workspace', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A stack with two releases in the workspace `prod`, which the backend stores, and which is protected afterwards. */
  async function protectedStack(rules: object | true = true, isShared = false) {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '0'}))});
    const env = isShared ? {GANTRY_BACKEND: `local:${join(stack.home, 'team')}`} : {};
    const file = (more: object = {}) => ({name: 'prod', context: {kubeconfig_path: kubeconfigPath}, ...more});
    await stack.write({'prod.yaml': file(), 'guarded.yaml': file({protected: rules})});
    const run = (args: readonly string[], typed?: string) =>
      stack.gantry([...args, '-w', 'prod'], {env, ...(typed === undefined ? {} : {typed})});
    const done = async (args: readonly string[], typed?: string) => {
      const ran = await run(args, typed);
      expect(ran.code, `${args.join(' ')}\n${ran.stdout}${ran.stderr}`).toBe(0);
      return ran;
    };
    const change = (value: string) => stack.write(manifests(configMap('a', {a: value})));
    await stack.gantry(
      ['workspace', 'create', '-f', 'prod.yaml', ...(isShared ? ['--shared', '--allow-plaintext'] : [])],
      {env},
    );
    await done(['apply', '--yes']);
    await change('1');
    await done(['apply', '--yes']);
    await done(['workspace', 'update', 'prod', '-f', 'guarded.yaml', '--yes']);
    const map = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'};
    const live = async () => ((await cluster.get(map)) as {data?: {a: string}} | undefined)?.data?.a;
    const shown = async <T>(args: readonly string[]) => JSON.parse((await done([...args, '-o', 'json'])).stdout) as T;
    const release = () => shown<Shown>(['release', 'show']);
    /** Runs a command without a terminal, and returns the text of its refusal. */
    const refused = async (args: readonly string[]): Promise<string> => {
      const {code, stdout, stderr} = await run([...args, '-o', 'json']);
      expect(code, `${args.join(' ')}\n${stdout}${stderr}`).toBe(5);
      expect(stdout, args.join(' ')).toContain('"code": "workspace/protected"');
      return stdout;
    };
    return {...stack, env, file, run, done, change, live, shown, release, refused};
  }

  /** A saved plan of a change, and a way to approve it with any statement and any key. */
  async function savedChange(rules: object = {}, isShared = false) {
    const alice = ed25519Key();
    const made = await protectedStack({approvers: [`alice@example.com ${alice.line}`], ...rules}, isShared);
    await made.change('2');
    await made.done(['preview', '--save', 'plan.json']);
    const plan = JSON.parse(await readFile(join(made.dir, 'plan.json'), 'utf8')) as PlanFile;
    const approve = async (edit: Partial<Approval> = {}, key: SshKey = alice, after: Partial<Approval> = {}) => {
      const approval: Approval = {
        formatVersion: 1,
        approves: 'plans',
        workspace: 'prod',
        digests: [plan.digest],
        approver: 'alice@laptop',
        approvedAt: inHours(0),
        expires: inHours(1),
        ...edit,
      };
      const signature = key.sign(approvalText(approval), {namespace: 'gantry-approval'});
      await made.write({'approval.json': {...approval, signature, ...after}});
    };
    return {...made, plan, approve, withApproval: ['apply', 'plan.json', '--approval', 'approval.json']};
  }

  describe('on a terminal', () => {
    it('an apply asks for the name of the workspace, also with --yes, and the release records it', async () => {
      const {change, live, run, done, release} = await protectedStack();
      await change('2');
      const other = await run(['apply', '--yes'], 'yes\n');
      expect(other.code, other.stderr).toBe(5);
      expect(other.stderr).toContain('The workspace prod is protected.');
      expect(other.stderr).toContain('its name was not typed; nothing was changed');
      expect(await live()).toBe('1');
      await done(['apply', '--yes'], 'prod\n');
      expect(await live()).toBe('2');
      expect(await release()).toMatchObject({revision: 3, admission: {by: 'name'}});
      expect((await done(['release', 'show'])).stdout).toMatch(/Permitted +the name of the workspace was typed/);
    });

    it('the name is asked once for several stacks', async () => {
      const {write, run, dir} = await protectedStack();
      const stack = (own: string) => ({
        name: own,
        workspace: 'prod',
        namespace: 'default',
        sources: [{manifests: 'm/*'}],
      });
      for (const own of ['x', 'y'])
        await write({
          [`many/${own}/stack.yaml`]: {...stack(own), namespace: cluster.freshNamespace()},
          [`many/${own}/m/a.json`]: configMap('a', {a: '1'}),
        });
      const ran = await run(['apply', '--all', '--yes', '-C', join(dir, 'many')], 'prod\n');
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stderr.match(/Type its name/g)).toHaveLength(1);
    });

    it('a run over several workspaces writes nothing before the protected one is permitted', async () => {
      const [dev, prod] = [cluster.freshNamespace('dev'), cluster.freshNamespace('prod')];
      const context = (namespace: string) => ({kubeconfig_path: kubeconfigPath, namespace});
      const {gantry} = await makeStack({
        files: {
          'stack.yaml': {name: 'web', namespace: '${context:namespace}', sources: [{manifests: 'app.json'}]},
          'app.json': configMap('a', {a: '1'}),
          'workspaces/dev.yaml': {context: context(dev)},
          'workspaces/prod.yaml': {context: context(prod), protected: true},
        },
      });
      const applied = async () =>
        Promise.all(
          [dev, prod].map((namespace) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})),
        );
      const args = ['apply', '-w', 'dev', '-w', 'prod', '--yes'];
      const refused = await gantry(args);
      expect(refused.code, refused.stderr).toBe(5);
      expect(refused.stderr).toContain('The workspace "prod" is protected');
      expect(await applied()).toEqual([undefined, undefined]);
      const ran = await gantry(args, {typed: 'prod\n'});
      expect(ran.code, ran.stderr).toBe(0);
      expect(await applied()).toMatchObject([{data: {a: '1'}}, {data: {a: '1'}}]);
    });

    it('the names of several workspaces are asked one after the other, before the first is written', async () => {
      const file = (namespace: string) => ({context: {kubeconfig_path: kubeconfigPath, namespace}, protected: true});
      const [eu, us] = [cluster.freshNamespace('eu'), cluster.freshNamespace('us')];
      const {gantry} = await makeStack({
        files: {
          'stack.yaml': {name: 'web', namespace: '${context:namespace}', sources: [{manifests: 'app.json'}]},
          'app.json': configMap('a', {a: '1'}),
          'workspaces/eu.yaml': file(eu),
          'workspaces/us.yaml': file(us),
        },
      });
      const applied = async () =>
        Promise.all(
          [eu, us].map((namespace) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})),
        );
      const args = ['apply', '-w', 'eu', '-w', 'us', '--yes'];
      const refused = await gantry(args, {typed: 'eu\neu\n'});
      expect(refused.code, refused.stderr).toBe(5);
      expect(refused.stderr).toMatch(/Type its name \(eu\)[^]*Type its name \(us\)/);
      expect(await applied()).toEqual([undefined, undefined]);
      const ran = await gantry(args, {typed: 'eu\nus\n'});
      expect(ran.code, ran.stderr).toBe(0);
      expect(await applied()).toMatchObject([{data: {a: '1'}}, {data: {a: '1'}}]);
    });

    it('a change outside of the windows needs a reason, and the release records it', async () => {
      const {change, run, done, release} = await protectedStack({
        freezes: [{from: '2020-01-01', to: '2999-01-01', reason: 'audit'}],
      });
      await change('2');
      const closed = await run(['apply', '--yes'], 'prod\n');
      expect(closed.code, closed.stderr).toBe(5);
      expect(closed.stderr).toContain('no changes are allowed from 2020-01-01 to 2999-01-01 (UTC): audit');
      const asked = await done(['apply', '--yes', '--outside-windows', 'incident 7'], 'prod\n');
      expect(asked.stderr).toContain('This is outside of its change windows, because: incident 7.');
      expect(await release()).toMatchObject({admission: {by: 'name', outsideWindows: 'incident 7'}});
    });
  });

  describe('without a terminal', () => {
    it('every command that changes the cluster, the releases or the workspace is refused, whatever the flags', async () => {
      const {change, refused, live, done, shown} = await protectedStack();
      await change('2');
      for (const command of [
        ['apply', '--yes'],
        ['apply', '--all', '--yes'],
        ['destroy', '--yes'],
        ['destroy', '--yes', '--keep-objects'],
        ['resource', 'forget', 'ConfigMap', '--yes'],
        ['release', 'rollback', '--to', '1', '--yes'],
        ['release', 'prune', '--keep', '1', '--yes'],
        ['release', 'rebuild', '--force', '--yes'],
        ['workspace', 'update', 'prod', '--suspend', '--yes'],
        ['workspace', 'update', 'prod', '--unset', 'protected', '--yes'],
        ['workspace', 'delete', 'prod', '--force', '--yes'],
        ['workspace', 'rename', 'prod', 'other', '--yes'],
        ['workspace', 'trust', 'prod'],
      ])
        expect(await refused(command), command.join(' ')).toContain('This run has no terminal; nothing was changed.');
      expect(await live()).toBe('1');
      expect(await shown(['release', 'list'])).toMatchObject({releases: [{revision: 2}, {revision: 1}]});
      // Reading stays possible, and shows the protection.
      expect((await done(['preview', '--exit-code', '--revision', 'current'])).code).toBe(0);
      await done(['drift']);
      expect((await done(['workspace', 'list'])).stdout).toMatch(/prod .*protected/);
      expect((await done(['workspace', 'show'])).stdout).toContain('protected: true');
      expect((await done(['workspace', 'check', 'prod'])).stdout).toContain('prod (protected)');
      for (const command of [['kubeconfig', '--print'], ['env']])
        expect((await done(command)).stderr.match(/the workspace prod is protected/g)).toHaveLength(1);
    });

    it('a promotion to the workspace is refused', async () => {
      const {gantry, write, env} = await protectedStack();
      const namespace = cluster.freshNamespace();
      await write({'workspaces/staging.yaml': {name: 'staging', context: {kubeconfig_path: kubeconfigPath}}});
      const stack = {name: 'shop', workspace: 'staging', sources: [{manifests: 'manifests/**/*'}]};
      await write({'stack.yaml': {...stack, namespace}, ...manifests(configMap('b', {}))});
      const staged = await gantry(['apply', '-w', 'staging', '--yes'], {env});
      expect(staged.code, staged.stderr).toBe(0);
      const promote = [
        'promote',
        '--from',
        'staging',
        '--to',
        'prod',
        '--yes',
        '--allow-delete',
        'all',
        '--adopt',
        'all',
      ];
      const {code, stdout, stderr} = await gantry([...promote, '--allow-other-files', '-o', 'json'], {env});
      expect(code, stdout + stderr).toBe(5);
      expect(stdout).toContain('workspace/protected');
    });

    it('the protection in a project file holds wherever the command runs and however the workspace is named', async () => {
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '1'}))});
      const context = {kubeconfig_path: kubeconfigPath};
      await stack.write({
        'project.yaml': {name: 'shop'},
        'workspaces/prod.yaml': {context},
        '../envs/prod.yaml': {context, protected: true},
      });
      const applied = await stack.gantry(['apply', '-w', 'prod', '--yes']);
      expect(applied.code, applied.stderr).toBe(0);
      const index = join(stack.home, '.gantry/index/shop/shop/prod.json');
      const {lineage} = JSON.parse(await readFile(index, 'utf8')) as {lineage: string};
      const lock = join(stack.home, '.gantry/locks', `${lineage}.json`);
      await writeFile(lock, 'damaged');
      const above = join(stack.dir, '..');
      const unlock = (...where: readonly string[]) => ['release', 'unlock', '--force', '--yes', ...where];
      const elsewhere = await stack.gantry(unlock('-w', '../envs/prod.yaml'));
      expect(elsewhere.code, elsewhere.stderr).toBe(5);
      await stack.write({'workspaces/prod.yaml': {context, protected: true}});
      for (const [args, cwd] of [
        [unlock('-w', 'prod'), stack.dir],
        [unlock('-s', 'shop/shop', '-w', 'prod'), above],
        [unlock('-s', 'shop/shop', '-w', 'shop/workspaces/prod.yaml'), above],
        [['release', 'rebuild', '--force', '--yes', '-s', 'shop/shop', '-w', 'prod'], above],
        [['stack', 'rename', 'shop/shop', 'web', '--yes'], above],
        [['project', 'rename', 'store', '--yes', '-C', 'shop'], above],
      ] as const) {
        const {code, stdout, stderr} = await stack.gantry(args, {cwd});
        expect(code, `${args.join(' ')}\n${stdout}${stderr}`).toBe(5);
        expect(stderr, args.join(' ')).toContain('This run has no terminal; nothing was changed.');
      }
      expect(await readFile(lock, 'utf8')).toBe('damaged');
    });

    it('a refused rename of a workspace without releases writes nothing', async () => {
      const {gantry, write, file} = await protectedStack();
      await write({'spare.yaml': {...file({protected: true}), name: 'spare'}});
      expect((await gantry(['workspace', 'create', '-f', 'spare.yaml'])).code).toBe(0);
      const renamed = await gantry(['workspace', 'rename', 'spare', 'other', '--yes']);
      expect(renamed.code, renamed.stderr).toBe(5);
      expect((await gantry(['workspace', 'list'])).stdout).not.toContain('other');
    });

    it('the lock of another run can be freed by force only with the name of the workspace', async () => {
      const {refused, home, done, run} = await protectedStack();
      const index = JSON.parse(await readFile(join(home, '.gantry/index/shop/shop/prod.json'), 'utf8')) as {
        lineage: string;
      };
      const lock = join(home, '.gantry/locks', `${index.lineage}.json`);
      const text = 'damaged';
      await writeFile(lock, text);
      expect(await refused(['release', 'unlock', '--force', '--yes'])).toContain('no terminal');
      expect(await readFile(lock, 'utf8')).toBe(text);
      await done(['release', 'unlock', '--force', '--yes'], 'prod\n');
      expect(await readFile(lock, 'utf8')).not.toBe(text);
      // A lock that is free needs no permission.
      expect((await run(['release', 'unlock', '--force', '--yes'])).code).toBe(0);
    });
  });

  describe('with an approval', () => {
    it('a saved plan is applied with the approval of a listed key, and the release records who approved what', async () => {
      const {approve, done, withApproval, live, release, plan} = await savedChange();
      await approve();
      await done(withApproval);
      expect(await live()).toBe('2');
      expect(await release()).toMatchObject({
        admission: {
          by: 'approval',
          approver: 'alice@example.com',
          key: expect.stringMatching(/^SHA256:/),
          digest: plan.digest,
        },
      });
      expect((await done(['release', 'show'])).stdout).toMatch(/Permitted +approved by alice@example\.com \(SHA256:/);
    });

    it('every other approval is refused', async () => {
      const {approve, refused, withApproval, live, write} = await savedChange();
      const cases: readonly (readonly [why: string, give: () => Promise<void>])[] = [
        ['which is not an approver of the stored workspace', () => approve({}, ed25519Key())],
        ['it expired at', () => approve({approvedAt: inHours(-3), expires: inHours(-1)})],
        ['it is for another plan', () => approve({digests: ['0'.repeat(64)]})],
        ['it is for the workspace \\"test\\"', () => approve({workspace: 'test'})],
        [
          'it was changed after it was signed',
          () => approve({approvedAt: inHours(-3), expires: inHours(-1)}, undefined, {expires: inHours(9)}),
        ],
      ];
      for (const [why, give] of cases) {
        await give();
        expect(await refused(withApproval)).toContain(why);
      }
      await write({'approval.json': 'yes'});
      expect(await refused(withApproval)).toContain('this version of Gantry cannot read it as an approval');
      expect(await live()).toBe('1');
    });

    it('one approval covers the saved plans of several stacks, and not a plan that was saved later', async () => {
      const {home, write, run, done, refused, file, dir} = await protectedStack();
      await write({'guarded.yaml': file({protected: {approvers: [await makeUserKey(home)]}})});
      expect((await run(['workspace', 'update', 'prod', '-f', 'guarded.yaml', '--yes'], 'prod\n')).code).toBe(0);
      for (const own of ['x', 'y'])
        await write({
          [`many/${own}/stack.yaml`]: {
            name: own,
            workspace: 'prod',
            namespace: cluster.freshNamespace(),
            sources: [{manifests: 'm/*'}],
          },
          [`many/${own}/m/a.json`]: configMap('a', {a: '1'}),
        });
      const many = ['-C', join(dir, 'many')];
      await done(['preview', '--all', '--save', 'plans/', ...many]);
      await done(['approve', 'plans/', '--yes', ...many]);
      await done(['preview', '--all', '--save', 'later/', ...many]);
      const later = await run(['apply', 'later/', '--approval', 'plans.approval', ...many]);
      expect(later.code, later.stderr).toBe(5);
      await done(['apply', 'plans/', '--approval', 'plans.approval', ...many]);
      await refused(['destroy', '--all', '--yes', ...many]);
    });

    it('an approval replaces no file that is not an approval', async () => {
      const {home, run, dir, write} = await savedChange();
      await makeUserKey(home);
      await write({'notes.txt': 'mine\n'});
      for (const [file, says] of [
        ['notes.txt', 'is not an approval of Gantry, and would be overwritten'],
        ['plan.json', 'is not an approval of Gantry, and would be overwritten'],
        ['.', 'is a directory'],
        ['no/a.json', 'not found'],
      ] as const) {
        const ran = await run(['approve', 'plan.json', '--yes', '--save', file]);
        expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining(says) as string});
      }
      expect(await readFile(join(dir, 'notes.txt'), 'utf8')).toBe('mine\n');
      for (const _ of ['new', 'again'])
        expect(await run(['approve', 'plan.json', '--yes', '--save', 'a.json'])).toMatchObject({code: 0});
    });

    it('an approval covers no command without a saved plan', async () => {
      const {approve, refused} = await savedChange();
      await approve();
      for (const command of [
        ['apply', '--yes'],
        ['destroy', '--yes'],
        ['release', 'rollback', '--to', '1', '--yes'],
      ])
        expect(await refused([...command, '--approval', 'approval.json'])).toContain('covers only saved plans');
    });

    it('an approval outside of the windows needs its own signed reason', async () => {
      const {approve, refused, withApproval, done, release} = await savedChange({
        freezes: [{from: '2020-01-01', to: '2999-01-01', reason: 'audit'}],
      });
      await approve();
      expect(await refused([...withApproval, '--outside-windows', 'unsigned'])).toContain('no changes are allowed');
      await approve({outsideWindows: 'incident 7'});
      await done(withApproval);
      expect(await release()).toMatchObject({admission: {by: 'approval', outsideWindows: 'incident 7'}});
    });

    it('a file of the project neither adds approvers nor removes the protection of the stored workspace', async () => {
      const {approve, refused, withApproval, write, file, done, dir} = await savedChange({}, true);
      const mallory = ed25519Key();
      await write({'workspaces/prod.yaml': file({protected: {approvers: [mallory.line]}})});
      await done(['preview', '--save', 'plan.json']);
      const {digest} = JSON.parse(await readFile(join(dir, 'plan.json'), 'utf8')) as PlanFile;
      await approve({digests: [digest]}, mallory);
      expect(await refused(withApproval)).toContain('which is not an approver of the stored workspace');
      await approve({digests: [digest]});
      await done(withApproval);
    });

    it('a workspace that is only a file of the project can be confirmed, and not approved', async () => {
      const alice = ed25519Key();
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({namespace, files: manifests(configMap('a', {a: '1'}))});
      const rules = {approvers: [alice.line]};
      await stack.write({'workspaces/test.yaml': {context: {kubeconfig_path: kubeconfigPath}, protected: rules}});
      const saved = await stack.gantry(['preview', '--save', 'plan.json']);
      expect(saved.code, saved.stderr).toBe(0);
      const {digest} = JSON.parse(await readFile(join(stack.dir, 'plan.json'), 'utf8')) as PlanFile;
      const times = {approvedAt: inHours(0), expires: inHours(1)};
      const approval = {
        formatVersion: 1,
        approves: 'plans',
        workspace: 'test',
        digests: [digest],
        approver: 'a',
        ...times,
      } as const;
      const signature = alice.sign(approvalText(approval), {namespace: 'gantry-approval'});
      await stack.write({'approval.json': {...approval, signature}});
      const refused = await stack.gantry(['apply', 'plan.json', '--approval', 'approval.json']);
      expect(refused.code, refused.stderr).toBe(5);
      expect(refused.stderr).toContain('A commit can change this file, so its approvers do not count');
      const typed = await stack.gantry(['apply', 'plan.json'], {typed: 'test\n'});
      expect(typed.code, typed.stderr).toBe(0);
    });

    it('a plan and a change of the workspace are approved with a key of the user', async () => {
      const made = await protectedStack();
      const {home, write, file, done, change, live, refused, run, release, shown} = made;
      const approvers = [`bob@example.com ${await makeUserKey(home)}`];
      const rules = {protected: {approvers}};
      await write({'guarded.yaml': file(rules)});
      expect((await run(['workspace', 'update', 'prod', '-f', 'guarded.yaml', '--yes'], 'prod\n')).code).toBe(0);

      await change('2');
      await done(['preview', '--save', 'plan.json']);
      expect((await run(['approve', 'plan.json'], 'n\n')).code).toBe(1);
      expect((await done(['approve', 'plan.json', '--yes'])).stdout).toContain(
        'Pass the approval with --approval plan.json.approval',
      );
      await done(['apply', 'plan.json', '--approval', 'plan.json.approval']);
      expect(await live()).toBe('2');
      expect(await release()).toMatchObject({admission: {approver: 'bob@example.com'}});
      // The plan was applied: neither it nor its approval can be used again.
      expect((await run(['apply', 'plan.json', '--approval', 'plan.json.approval'])).code).toBe(5);

      await write({'open.yaml': file(), 'weaker.yaml': file({protected: true})});
      const update = (name: string) => [
        'workspace',
        'update',
        'prod',
        '-f',
        name,
        '--yes',
        '--approval',
        'prod.approval',
      ];
      await done(['workspace', 'approve', 'prod', '-f', 'weaker.yaml', '--yes']);
      expect(await refused(update('open.yaml'))).toContain('it is for another plan, or for another change');
      await done(['workspace', 'approve', 'prod', '-f', 'open.yaml', '--yes']);
      await done(update('open.yaml'));
      expect(JSON.stringify(await shown(['workspace', 'show']))).not.toContain('protected');
      await change('3');
      await done(['apply', '--yes']);
    });
  });

  it('the library obeys the protection: it needs a saved plan with an approval', async () => {
    const {dir, home, approve, live} = await savedChange();
    const place = {
      directory: dir,
      workspace: 'prod',
      env: {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry')},
    };
    const refusal = async (run: Promise<unknown>): Promise<GantryError> => {
      const error = await run.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(GantryError);
      return error as GantryError;
    };
    for (const start of [
      () => apply(place),
      () => openWorkspace(place).destroy(),
      () => apply({...place, planFile: 'plan.json'}),
    ])
      expect((await refusal(start())).code).toBe('workspace/protected');
    expect((await refusal(apply({...place, planFile: 'plan.json', allowEmpty: true}))).code).toBe('input/usage');
    expect(await live()).toBe('1');
    await approve();
    const approval = 'approval.json';
    expect(await apply({...place, planFile: 'plan.json', approval})).toMatchObject({
      kind: 'applied',
      release: {admission: {by: 'approval', approver: 'alice@example.com'}},
    });
    expect(await live()).toBe('2');
  });
});
