import {groupVersion} from '../../../../core/resource/identity.ts';
import type {ApiResource} from './discovery.ts';
import type {Objects} from './objects.ts';

/** The groups whose objects add and remove kinds of the server: CRDs and APIServices. */
const GROUPS: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

type Written = {readonly resource: ApiResource; readonly dryRun?: boolean | undefined};

/** Calls a function after each write that may change the kinds of the server. A failed write counts, because the server may have executed it. */
export function noticingKinds(objects: Objects, onChange: () => void): Objects {
  const noticed =
    <Request extends Written, Reply>(write: (request: Request) => Promise<Reply>) =>
    async (request: Request): Promise<Reply> => {
      try {
        return await write(request);
      } finally {
        if (request.dryRun !== true && GROUPS.has(groupVersion(request.resource.apiVersion).group)) onChange();
      }
    };
  return {
    ...objects,
    apply: noticed(objects.apply),
    create: noticed(objects.create),
    patch: noticed(objects.patch),
    delete: noticed(objects.delete),
  };
}
