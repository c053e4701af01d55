import {expect, it} from 'vitest';
import {explainPrepared} from '../../src/app/explain-resource.ts';
import {explainLoaded} from '../../src/app/explain-value.ts';
import {loadStack} from '../../src/app/plan/load-stack.ts';
import {preparePlan} from '../../src/app/plan/prepare-plan.ts';
import {buildValues} from '../../src/app/workspace/workspace-values.ts';
import {findStack} from '../../src/config/find-project.ts';
import {pathText} from '../../src/config/issues/path-text.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {describeModule} from '../../src/core/module/describe-module.ts';
import {runModule} from '../../src/core/module/run-module.ts';
import type {OpenModule} from '../../src/ports/modules.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {leavesIn} from '../rig/leaves-in.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {SCENES, SETTINGS} from '../unit/config/sources/app/explain-scenes.ts';

const modules: OpenModule = async () => ({
  integrity: 'sha512-',
  describe: async () => describeModule(SETTINGS),
  run: (use) => runModule(SETTINGS, use),
});

/** test/unit/config/sources/app/explain-leaves.test.ts shows that \`build --explain\` is right for these applications. */
onCluster('gantry why of every leaf', (cluster) => {
  it.each(Object.entries(SCENES))(
    'gantry why and build --explain name the same layers for every leaf of %s',
    async (_, {files, images = []}) => {
      const workspace = files['workspaces/prod.yaml'] as JsonObject;
      const context = {...(workspace['context'] as JsonObject), kubeconfig_path: cluster.kubeconfigPath};
      // The objects of Kusion have the namespace of their project.
      const project = JSON.stringify(files).includes('kusion') ? cluster.freshNamespace() : 'shop';
      if (project !== 'shop') await cluster.create(namespaceObject(project));
      const stack = await makeStack({
        files: {
          ...files,
          'stack.yaml': {name: 'dev', ...(files['stack.yaml'] as JsonObject), workspace: 'prod'},
          'project.yaml': {name: project},
          'workspaces/prod.yaml': {...workspace, context, secretStore: {provider: {file: {path: '../secrets'}}}},
          'secrets/app': {token: 't0ken'},
        },
      });
      const real = depsOf(stack);
      const deps = {
        ...real,
        modules,
        source: (kind: Parameters<typeof real.source>[0]) => real.source(kind, {modules}),
      };
      await using prepared = await preparePlan(applyOf(stack, {images}), deps, 'explain');
      const location = await findStack({directory: stack.dir});
      const values = buildValues(prepared.source.chosen, deps);
      const {loaded} = await loadStack(location, {traced: true, workspace: values, images}, deps);
      const wrong: unknown[] = [];
      for (const {id, attributes} of loaded.resources)
        for (const leaf of leavesIn(attributes)) {
          const path = pathText(leaf);
          const {layers} = explainLoaded(`${id}#${path}`, {location, workspace: values, loaded});
          const told = await explainPrepared({id, path}, prepared);
          const last = layers.at(-1)?.at;
          const at = last && {file: last.file, line: last.line, column: last.column};
          if (JSON.stringify([told.layers, told.field?.at]) !== JSON.stringify([layers, at]))
            wrong.push([id, path, told.layers, told.field?.at, layers]);
        }
      expect(wrong).toEqual([]);
    },
  );
});
