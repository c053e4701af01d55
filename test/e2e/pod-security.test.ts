import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {CONTROL_CASES, wrapped} from '../rig/pod-security-cases.ts';

onCluster(
  'the admission of the API server by the Pod Security Standards',
  (cluster) => {
    const levels = new Map<string, Promise<string>>();

    /** Returns a namespace in which the API server enforces a level. */
    const enforcing = (level: string): Promise<string> => {
      const known = levels.get(level) ?? makeNamespace(level);
      levels.set(level, known);
      return known;
    };

    async function makeNamespace(level: string): Promise<string> {
      const name = cluster.freshNamespace();
      await cluster.create(
        namespaceObject(name, {
          'pod-security.kubernetes.io/enforce': level,
          'pod-security.kubernetes.io/enforce-version': 'latest',
        }),
      );
      return name;
    }

    let made = 0;
    async function create(level: string, pod: JsonObject): Promise<string> {
      const namespace = await enforcing(level);
      made++;
      const object = wrapped('Pod', {automountServiceAccountToken: false, ...pod}, `pod-${made}`);
      try {
        await cluster.create({...object, metadata: {name: `pod-${made}`, namespace}});
        return 'created';
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    }

    it.each(CONTROL_CASES)('$control forbids $forbids at $level, as the API server does', async ({level, pod}) => {
      expect(await create(level, pod)).toContain('violates PodSecurity');
    });

    it.each(CONTROL_CASES.flatMap(({control, level, allows}) => allows.map((pod, i) => ({control, level, pod, i}))))(
      '$control allows what the API server allows ($level, $i)',
      async ({level, pod}) => {
        expect(await create(level, pod)).not.toContain('violates PodSecurity');
      },
    );
  },
  {needs: ['admission webhooks']},
);
