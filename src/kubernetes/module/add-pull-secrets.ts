import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {mergePatch} from '../../core/module/merge-patch.ts';
import type {ModulePatch} from '../../core/module/module-patch.ts';
import {podTemplateOf} from '../graph/edges/pod-template.ts';

/** Adds Secrets with credentials of registries to the pods of the workload. Keeps the Secrets of the application. */
export function addPullSecrets(
  {imagePullSecrets = []}: ModulePatch,
  objects: Map<string, JsonObject>,
  workload: string | undefined,
): void {
  const target = workload === undefined ? undefined : objects.get(workload);
  const template = target && podTemplateOf(target);
  if (workload === undefined || target === undefined || template === undefined || imagePullSecrets.length === 0) return;
  const own = listOf(template.spec['imagePullSecrets']);
  const names = new Set(own.map((one) => (isObject(one) ? one['name'] : undefined)));
  const added = imagePullSecrets.filter((name) => !names.has(name)).map((name) => ({name}));
  const patch = [...template.path, 'spec'].reduceRight<JsonObject>((inner, step) => ({[step]: inner}), {
    imagePullSecrets: [...own, ...added],
  });
  objects.set(workload, mergePatch(target, patch));
}

const listOf = (value: Json | undefined): readonly Json[] => (value !== undefined && isList(value) ? value : []);
