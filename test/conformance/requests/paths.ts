/** Where things are, in the namespace of the run. */
export const pathsIn = (ns: string) => ({
  ns,
  core: (plural: string, name = '') => `/api/v1/namespaces/${ns}/${plural}${named(name)}`,
  group: (groupVersion: string, plural: string, name = '') =>
    `/apis/${groupVersion}/namespaces/${ns}/${plural}${named(name)}`,
  apps: (plural: string, name = '') => `/apis/apps/v1/namespaces/${ns}/${plural}${named(name)}`,
});

const named = (name: string): string => (name === '' ? '' : `/${name}`);

/** As a client with good manners asks for a try: nothing is written, and misspelt fields are errors. */
export const TRY = 'dryRun=All&fieldManager=conformance&fieldValidation=Strict';
