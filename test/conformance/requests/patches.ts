import {APPLY, del, get, JSON_PATCH, MERGE, patch, post, type Request, STRATEGIC} from '../request.ts';
import {pathsIn} from './paths.ts';

/** The three patches that are no apply, on an object with lists of all sorts. */
export function patches(ns: string): readonly Request[] {
  const {core} = pathsIn(ns);
  const template = `${core('podtemplates', 'patched')}?fieldManager=patcher`;
  const config = `${core('configmaps', 'patched')}?fieldManager=patcher`;
  const tried = `${template}&dryRun=All`;
  const json = (name: string, ...operations: readonly object[]) =>
    patch(name, `${config}&dryRun=All`, JSON_PATCH, operations as never);
  const strategic = (name: string, spec: object) => patch(name, tried, STRATEGIC, {template: {spec}} as never);
  return [
    post('something to patch', core('configmaps'), {
      metadata: {name: 'patched', labels: {a: 'b'}},
      data: {a: '1', b: '2'},
    }),
    post('something with lists to patch', core('podtemplates'), {
      metadata: {name: 'patched', finalizers: ['example.com/x']},
      template: {
        metadata: {labels: {app: 'a'}},
        spec: {
          containers: [
            {
              name: 'one',
              image: 'a',
              env: [
                {name: 'A', value: '1'},
                {name: 'B', value: '2'},
              ],
              args: ['x', 'y'],
              ports: [{containerPort: 80}],
            },
            {name: 'two', image: 'b'},
          ],
          volumes: [{name: 'v', emptyDir: {}}],
          tolerations: [{key: 'k', operator: 'Exists'}],
        },
      },
    }),
    patch('merge a value', config, MERGE, {data: {a: '9', c: '3'}}),
    patch('merge a null', config, MERGE, {data: {c: null}}),
    patch('merge nothing', config, MERGE, {}),
    patch('merge a null of what is not there', config, MERGE, {data: {zzz: null}}),
    patch('merge a whole field away', `${config}&dryRun=All`, MERGE, {data: null}),
    patch('merge a list', `${config}&dryRun=All`, MERGE, []),
    patch('merge a text', `${config}&dryRun=All`, MERGE, '"x"'),
    patch('merge what is no JSON', `${config}&dryRun=All`, MERGE, '{'),
    patch('merge another name', config, MERGE, {metadata: {name: 'other'}}),
    patch('merge another namespace', config, MERGE, {metadata: {namespace: 'default'}}),
    patch('merge another kind', config, MERGE, {kind: 'Secret'}),
    patch('merge another version', config, MERGE, {apiVersion: 'v2'}),
    patch('merge another uid', config, MERGE, {metadata: {uid: '11111111-1111-1111-1111-111111111111'}}),
    patch('merge an old revision', config, MERGE, (seen) => ({
      metadata: {
        resourceVersion: (seen('something to patch')['metadata'] as {resourceVersion: string}).resourceVersion,
      },
      data: {x: 'y'},
    })),
    patch('merge a wrong type', config, MERGE, {data: {a: 1}}),
    patch('merge an unknown field', config, MERGE, {daata: {a: '1'}}),
    patch('merge an unknown field strictly', `${config}&fieldValidation=Strict`, MERGE, {daata: {a: '1'}}),
    patch('merge an unknown field silently', `${config}&fieldValidation=Ignore&dryRun=All`, MERGE, {daata: {a: '1'}}),
    patch('merge what is not valid', config, MERGE, {data: {'a/b': '1'}}),
    patch('merge a creation time', config, MERGE, {metadata: {creationTimestamp: '2020-01-01T00:00:00Z'}}),
    patch('force a merge', `${config}&force=true`, MERGE, {data: {a: '1'}}),
    json('add', {op: 'add', path: '/data/n', value: '1'}),
    json('replace a value', {op: 'replace', path: '/data/a', value: '1'}),
    json('remove a value', {op: 'remove', path: '/data/a'}),
    json('copy a value', {op: 'copy', from: '/data/a', path: '/data/z'}),
    json('move a value', {op: 'move', from: '/data/a', path: '/data/z'}),
    json('test a value', {op: 'test', path: '/data/b', value: '2'}, {op: 'add', path: '/data/t', value: 'y'}),
    json('test another value', {op: 'test', path: '/data/b', value: '3'}),
    json('remove what is not there', {op: 'remove', path: '/data/nothing'}),
    json('replace what is not there, by JSON patch', {op: 'replace', path: '/data/nothing', value: '1'}),
    json('add below what is not there', {op: 'add', path: '/nothing/a', value: '1'}),
    json('an unknown operation', {op: 'shake', path: '/data/a'}),
    json('an operation without a path', {op: 'add', value: '1'}),
    patch('a JSON patch that is no list', config, JSON_PATCH, {op: 'add', path: '/data/a', value: '1'}),
    patch('a JSON patch that is no JSON', config, JSON_PATCH, '['),
    strategic('merge a container by its name', {containers: [{name: 'two', image: 'c'}]}),
    strategic('add a container', {containers: [{name: 'three', image: 'c'}]}),
    strategic('delete a container', {containers: [{name: 'one', $patch: 'delete'}]}),
    strategic('replace all containers', {containers: [{$patch: 'replace'}, {name: 'new', image: 'c'}]}),
    strategic('order containers', {
      '$setElementOrder/containers': [{name: 'two'}, {name: 'one'}],
      containers: [{name: 'two', image: 'z'}],
    }),
    strategic('merge variables', {
      containers: [
        {
          name: 'one',
          env: [
            {name: 'B', value: '9'},
            {name: 'C', value: '3'},
          ],
        },
      ],
    }),
    strategic('replace a plain list', {containers: [{name: 'one', args: ['z']}]}),
    strategic('replace a list that has no key', {tolerations: [{key: 'l', operator: 'Exists'}]}),
    strategic('keep some keys only', {
      volumes: [{name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: {path: '/x'}}],
    }),
    strategic('an element without its key', {containers: [{image: 'c'}]}),
    strategic('an unknown directive', {containers: [{name: 'one', $patch: 'shake'}]}),
    strategic('replace a map', {nodeSelector: {$patch: 'replace', a: 'b'}}),
    patch('delete from a list of texts', tried, STRATEGIC, {
      metadata: {'$deleteFromPrimitiveList/finalizers': ['example.com/x']},
    }),
    patch('merge into a list of texts', tried, STRATEGIC, {metadata: {finalizers: ['example.com/y']}}),
    patch('a strategic patch that is no JSON', tried, STRATEGIC, '{'),
    patch('restart as kubectl does', tried, STRATEGIC, {
      template: {metadata: {annotations: {'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z'}}},
    }),
    patch('a patch of an unknown type', config, 'application/unknown', {}),
    patch('a patch that is plain JSON', config, 'application/json', {}),
    patch('a patch whose type has a parameter', `${config}&dryRun=All`, `${MERGE}; charset=utf-8`, {data: {p: 'q'}}),
    patch('an apply that is no YAML', config, APPLY, '{a: ['),
    get('what all patches left', core('configmaps', 'patched')),
    patch('let the patched one go', core('podtemplates', 'patched'), MERGE, {metadata: {finalizers: null}}),
    del('delete what was patched', core('podtemplates', 'patched')),
  ];
}
