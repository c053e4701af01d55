import {chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {storedZip} from './stored-zip.ts';

/** The source address of a provider in the mirror. */
export const mirrored = (name: string): string => `gantry.invalid/test/${name}`;

/** A mirror whose providers are programs that only sleep: Terraform installs and compares them, and never starts one. */
export type ProviderMirror = {
  readonly directory: string;
  /** Variables that make Terraform use the mirror alone, and a plugin cache. */
  readonly env: Readonly<Record<string, string>>;
  readonly pluginCache: string;
  /** Adds a package as a directory. `content`: more bytes at its end. Returns the path of the program. */
  readonly add: (name: string, version: string, platform: string, content?: string) => Promise<string>;
  /** Adds a package as an archive. */
  readonly pack: (name: string, version: string, platform: string) => Promise<void>;
  /** Writes more into `provider_installation`. */
  readonly configure: (more: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function providerMirror(): Promise<ProviderMirror> {
  const root = await mkdtemp(join(tmpdir(), 'gantry-mirror-'));
  const [directory, pluginCache, config] = ['mirror', 'plugins', 'cli.tfrc'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(pluginCache);
  await mkdir(directory);
  const configure = (more: string): Promise<void> =>
    writeFile(
      config,
      `# provider_installation { filesystem_mirror { path = "/nowhere" } }
disable_checkpoint = true
provider_installation {
  ${more}
  filesystem_mirror { path = "${directory}" }
}
`,
    );
  await configure('');
  const program = async (folder: string, name: string, version: string, content: string): Promise<string> => {
    const file = join(folder, `terraform-provider-${name}_v${version}`);
    await mkdir(folder, {recursive: true});
    await copyFile('/bin/sleep', file);
    await writeFile(file, content, {flag: 'a'});
    await chmod(file, 0o755);
    return file;
  };
  return {
    directory,
    pluginCache,
    env: {TF_CLI_CONFIG_FILE: config, TF_PLUGIN_CACHE_DIR: pluginCache},
    add: (name, version, platform, content = platform) =>
      program(join(directory, mirrored(name), version, platform), name, version, content),
    pack: async (name, version, platform) => {
      const folder = join(directory, mirrored(name));
      await mkdir(folder, {recursive: true});
      const archive = storedZip(`terraform-provider-${name}_v${version}`, await readFile('/bin/sleep'));
      await writeFile(join(folder, `terraform-provider-${name}_${version}_${platform}.zip`), archive);
    },
    configure,
    close: () => rm(root, {recursive: true, force: true}),
  };
}
