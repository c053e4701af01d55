import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createGuard, type Guard} from '../../../../src/app/protection/guard.ts';
import {guardDocument} from '../../../../src/app/protection/guard-document.ts';
import type {AskedName, GuardOptions} from '../../../../src/app/protection/guard-options.ts';
import type {GuardedChange} from '../../../../src/core/protection/guarded-change.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {stoppedClock} from '../../../rig/stopped-clock.ts';

type Workspaces = Readonly<Record<string, object | string>>;

const text = (content: object | string): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** A guard over workspaces in the backend, in a project and in a home. `answers`: whether the user types the right name. */
async function world(
  {stored = {}, project = {}, mine = {}}: Readonly<Record<string, Workspaces>>,
  options: GuardOptions = {},
) {
  const root = await scratchDirectory();
  const [directory, home] = [join(root, 'workspaces'), join(root, 'home')];
  const lay = async (place: string, files: Workspaces): Promise<void> => {
    await mkdir(place, {recursive: true});
    for (const [name, content] of Object.entries(files)) await writeFile(join(place, `${name}.yaml`), text(content));
  };
  await lay(directory, project);
  await lay(join(home, 'workspaces'), mine);
  const backend = memoryBackend();
  for (const [name, content] of Object.entries(stored)) backend.write(`workspaces/${name}.yaml`, text(content));
  const asked: AskedName[] = [];
  const askName = async (about: AskedName): Promise<boolean> => asked.push(about) > 0;
  const given = {askName, cwd: root, clock: stoppedClock(), ...options};
  const guard: Guard = createGuard({...given, places: () => ({backend, directory, home})});
  return {backend, asked, guard, admit: (change: GuardedChange) => guard(change, backend)};
}

const release = (workspace: string, stack = 'web'): GuardedChange => ({
  of: 'releases',
  names: {project: 'shop', stack, workspace},
});
const code = {failure: {code: 'workspace/protected'}};

describe('the guard of protected workspaces', () => {
  it.each<{name: string; places: Readonly<Record<string, Workspaces>>; isAsked: boolean}>([
    {name: 'an unprotected workspace', places: {stored: {prod: {}}}, isAsked: false},
    {name: 'a workspace that exists nowhere', places: {}, isAsked: false},
    {name: 'protected: false', places: {stored: {prod: {protected: false}}}, isAsked: false},
    {name: 'a stored workspace', places: {stored: {prod: {protected: true}}}, isAsked: true},
    {name: "the user's own workspace", places: {mine: {prod: {protected: {}}}}, isAsked: true},
    {name: 'a file of the project', places: {project: {prod: {protected: true}}}, isAsked: true},
    {
      name: 'a stored workspace that a file hides',
      places: {stored: {prod: {protected: true}}, project: {prod: {}}},
      isAsked: true,
    },
    {name: 'another protected workspace', places: {stored: {prod: {}, test: {protected: true}}}, isAsked: false},
    {name: 'a protected base', places: {stored: {prod: {extends: 'base'}, base: {protected: true}}}, isAsked: true},
    {
      name: 'a workspace that takes the protection of its base away',
      places: {stored: {prod: {extends: 'base', protected: false}, base: {protected: true}}},
      isAsked: false,
    },
    {
      name: 'a workspace with an error elsewhere',
      places: {stored: {prod: {protected: true, contxt: {}}}},
      isAsked: true,
    },
    {
      name: 'a workspace with an error, whose base may protect it',
      places: {stored: {prod: {extends: 'base', contxt: {}}, base: {protected: true}}},
      isAsked: true,
    },
    {
      name: 'a workspace whose base has an error',
      places: {stored: {prod: {extends: 'base'}, base: {protected: true, contxt: {}}}},
      isAsked: true,
    },
    {name: 'a workspace with a syntax error', places: {stored: {prod: 'protected: true\nlabels: ['}}, isAsked: true},
    {name: 'an unprotected workspace with an error', places: {stored: {prod: {contxt: {}}}}, isAsked: false},
    {name: 'a protection that cannot be read', places: {stored: {prod: {protected: {aprovers: []}}}}, isAsked: true},
  ])('$name: the name is asked for: $isAsked', async ({places, isAsked}) => {
    const {admit, asked} = await world(places);
    expect(await admit(release('prod'))).toEqual(isAsked ? {by: 'name'} : undefined);
    expect(asked).toEqual(isAsked ? [{workspace: 'prod'}] : []);
  });

  it('the guard asks for a name once in a run, also for concurrent stacks', async () => {
    const {admit, asked} = await world({stored: {prod: {protected: true}}});
    await Promise.all([
      admit(release('prod')),
      admit(release('prod', 'queue')),
      admit({of: 'workspace', workspace: 'prod'}),
    ]);
    await admit(release('prod'));
    expect(asked).toHaveLength(1);
  });

  it('the names of several workspaces are asked one after the other', async () => {
    let open = 0;
    let most = 0;
    const askName = async (): Promise<boolean> => {
      most = Math.max(most, (open += 1));
      await new Promise(setImmediate);
      open -= 1;
      return true;
    };
    const {admit} = await world({stored: {eu: {protected: true}, us: {protected: true}}}, {askName});
    await Promise.all([admit(release('eu')), admit(release('us'))]);
    expect(most).toBe(1);
  });

  it('a change without a terminal or with a wrong name is refused', async () => {
    const places = {stored: {prod: {protected: true}}};
    const silent = await world(places, {askName: undefined});
    await expect(silent.admit(release('prod'))).rejects.toMatchObject({
      failure: {because: 'no-terminal', change: 'plans'},
    });
    const wrong = await world(places, {askName: async () => false});
    await expect(wrong.admit(release('prod'))).rejects.toMatchObject({failure: {because: 'not-confirmed'}});
  });

  it('a reason for another time counts only outside of the windows', async () => {
    const freezes = [{from: '2026-01-01', to: '2026-01-01', reason: 'new year'}];
    const frozen = {stored: {prod: {protected: {freezes}}, test: {protected: true}}};
    const {admit} = await world(frozen, {outsideWindows: 'incident'});
    expect(await admit(release('prod'))).toEqual({by: 'name', outsideWindows: 'incident'});
    expect(await admit(release('test'))).toEqual({by: 'name'});
    const without = await world(frozen);
    await expect(without.admit(release('prod'))).rejects.toMatchObject({failure: {because: 'closed'}});
  });

  it('a plan of one stack does not permit another stack, if an approval is given', async () => {
    const {admit} = await world({stored: {prod: {protected: true}}}, {approval: 'none.json'});
    await expect(admit(release('prod'))).rejects.toMatchObject({failure: {because: 'not-approvable'}});
    const digest = 'd';
    await expect(
      admit({of: 'releases', names: {project: 'shop', stack: 'queue', workspace: 'prod'}, digest}),
    ).rejects.toMatchObject({
      failure: {because: 'approval', problem: {reason: 'unreadable'}},
    });
  });
});

describe('a write of a stored workspace', () => {
  const write = async (places: Workspaces, key: string, after: string | undefined) => {
    const {guard, backend, asked} = await world({stored: places});
    await guardDocument({key: `workspaces/${key}.yaml`, after}, backend, guard);
    return asked.map(({workspace}) => workspace);
  };

  it('the guard asks before a protected workspace is changed or deleted, and not if nothing changes', async () => {
    const places = {prod: {protected: true}};
    expect(await write(places, 'prod', '{}')).toEqual(['prod']);
    expect(await write(places, 'prod', undefined)).toEqual(['prod']);
    expect(await write(places, 'prod', JSON.stringify(places.prod))).toEqual([]);
    expect(await write(places, 'new', '{}')).toEqual([]);
  });

  it('a workspace that protected workspaces extend, directly or not, asks for each of them', async () => {
    const places = {
      base: {},
      middle: {extends: 'base'},
      prod: {extends: 'middle', protected: true},
      dev: {extends: 'middle'},
    };
    expect(await write(places, 'base', 'labels: {a: b}')).toEqual(['prod']);
    expect(await write(places, 'dev', '{}')).toEqual([]);
  });

  it('a workspace with an error elsewhere is found by its base', async () => {
    const places = {base: {}, prod: {extends: 'base', contxt: {}}};
    expect(await write(places, 'base', 'labels: {a: b}')).toEqual(['prod']);
  });

  it('workspaces that extend each other end the search', async () => {
    const places = {a: {extends: 'b', protected: true}, b: {extends: 'a'}};
    await expect(write(places, 'b', '{}')).resolves.toEqual(['b', 'a']);
  });

  it('without a terminal the backend refuses the write', async () => {
    const {guard, backend} = await world({stored: {prod: {protected: true}}}, {askName: undefined});
    const refused = guardDocument({key: 'workspaces/prod.yaml', after: '{}'}, backend, guard);
    await expect(refused).rejects.toMatchObject({...code, failure: {because: 'no-terminal', change: 'workspace'}});
  });
});
