import type {Resource} from '../../core/resource/resource.ts';
import {redactWritten} from '../../kubernetes/secret/redact-text.ts';

/** Replaces the values of Secrets by digests with a key of this run, so that they are compared and not shown. */
export const sealSecrets = (resources: readonly Resource[], key: string): readonly Resource[] =>
  resources.map((resource) => ({
    ...resource,
    attributes: redactWritten({key, resourceId: resource.id, expands: true}, resource.attributes),
  }));
