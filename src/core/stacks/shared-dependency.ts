const PREFIX = 'shared:';

/** Returns the id of the shared resource that an entry of `dependsOn` names, `shared:ID`; undefined for a resource of the same stack. */
export const sharedIdIn = (needs: string): string | undefined =>
  needs.startsWith(PREFIX) ? needs.slice(PREFIX.length) : undefined;

/** Returns the key of a shared resource, as that of a reference `${ref:shared:ID#path}` to it. */
export const sharedKey = (id: string): string => `${PREFIX}${id}`;
