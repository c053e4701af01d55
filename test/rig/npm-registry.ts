import {createHash} from 'node:crypto';
import {type ArchiveMember, archive} from './chart-archive.ts';
import {type FileServer, fileServer} from './file-server.ts';

/** A package: its package.json, and its other files by path. */
export type TestPackage = {
  readonly name: string;
  readonly version: string;
  /** More fields of package.json. Default: `main` is index.js, which is an ES module. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
};

/** A registry of this process until the test ends. */
export type NpmRegistry = FileServer & {
  /** Adds a package as `npm publish` does. A test may pass another archive, or other fields of `dist`. */
  readonly publish: (published: TestPackage, other?: {readonly archive?: Buffer; readonly dist?: object}) => void;
  /** Redirects by path. */
  readonly redirects: Map<string, string>;
};

/** Starts an npm registry. @param token the only token that is accepted. Absent: none is needed */
export async function npmRegistry({
  token,
  withTls,
}: {
  readonly token?: string;
  readonly withTls?: boolean;
} = {}): Promise<NpmRegistry> {
  const packages = new Map<string, Map<string, object>>();
  const archives = new Map<string, Buffer>();
  const redirects = new Map<string, string>();
  const server = await fileServer(({url = '', headers}, response) => {
    const redirect = redirects.get(url);
    if (redirect !== undefined) return response.writeHead(302, {location: redirect}).end();
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    const file = archives.get(url);
    if (file !== undefined) return response.end(file);
    const versions = packages.get(decodeURIComponent(url.slice(1)));
    if (versions === undefined) return response.writeHead(404).end('{"error": "Not found"}');
    return response.end(JSON.stringify({versions: Object.fromEntries(versions)}));
  }, withTls);
  return {
    ...server,
    redirects,
    publish: (published, other = {}) => {
      const {name, version} = published;
      const bytes = other.archive ?? archive(packageMembers(published));
      const path = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
      archives.set(path, bytes);
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      const dist = {tarball: `${server.address}${path}`, integrity, ...other.dist};
      packages.set(name, (packages.get(name) ?? new Map<string, object>()).set(version, {name, version, dist}));
    },
  };
}

/** Returns the members of the archive of a package, as `npm pack` makes it. */
export const packageMembers = ({name, version, more, files}: TestPackage): readonly ArchiveMember[] =>
  Object.entries({
    'package.json': JSON.stringify({name, version, main: 'index.js', type: 'module', ...more}),
    ...files,
  }).map(([path, content]) => ({name: `package/${path}`, content}));

/** Returns the text of a module that makes a ConfigMap with its version. */
export const moduleText = (name: string, version: string): string => `import {defineModule, z} from 'gantry/module';
export default defineModule({
  name: '${name}',
  version: '${version}',
  description: 'A ConfigMap with the version.',
  input: z.strictObject({text: z.string()}),
  platform: z.strictObject({}),
  generate: ({name, labels, config}) => ({
    resources: [
      {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name, labels}, data: {text: config.text, version: '${version}'}},
    ],
  }),
});
`;
