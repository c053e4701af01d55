import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {REGISTRY, type TerraformProduct} from '../../core/resource/terraform-lock.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The parts of a CLI configuration of Terraform that are about providers. */
export type CliConfiguration = {
  /** The directories with packages of providers. */
  readonly mirrors: readonly string[];
  /** The providers that a developer has replaced by programs of their own. They are neither installed nor locked. */
  readonly overridden: ReadonlySet<string>;
  /** The directory with packages that all stacks of the user share. */
  readonly pluginCache: string | undefined;
};

const COMMENT = /"(?:[^"\\\n]|\\.)*"?|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|(?:#|\/\/).*/g;
const OVERRIDES = /\bdev_overrides"?\s*(?:[:=]\s*)?\{([^{}]*)\}/g;
const MIRROR = /\bfilesystem_mirror"?\s*(?:[:=]\s*)?\{([^{}]*)\}/g;
const PLUGIN_CACHE = /\bplugin_cache_dir"?\s*[:=]\s*"([^"]+)"/;

/** Reads the CLI configuration that the program will read. Terraform itself reports its errors. */
export async function cliConfiguration(env: Environment, product: TerraformProduct): Promise<CliConfiguration> {
  const text = (await firstText(places(env, product))).replaceAll(COMMENT, (part) =>
    part.startsWith('"') ? part : '',
  );
  const mirrors = [...text.matchAll(MIRROR)].flatMap(
    ([, body = '']) => /\bpath"?\s*[:=]\s*"([^"]+)"/.exec(body)?.[1] ?? [],
  );
  const overridden = [...text.matchAll(OVERRIDES)].flatMap(([, body = '']) =>
    [...body.matchAll(/"([^"]+)"\s*[:=]/g)].map(([, name = '']) =>
      name.split('/').length === 2 ? `${REGISTRY[product]}/${name}` : name,
    ),
  );
  return {
    mirrors: /\bprovider_installation\b/.test(text) ? mirrors : implied(env),
    overridden: new Set(overridden),
    pluginCache: env['TF_PLUGIN_CACHE_DIR'] || expanded(PLUGIN_CACHE.exec(text)?.[1], env),
  };
}

/** Returns a path with the variables in it replaced, as Terraform does. */
const expanded = (path: string | undefined, env: Environment): string | undefined =>
  path?.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, plain?: string) => env[braced ?? plain ?? ''] ?? '');

function places(env: Environment, product: TerraformProduct): readonly string[] {
  const named = env['TF_CLI_CONFIG_FILE'];
  if (named !== undefined && named !== '') return [named];
  const {HOME: home = '', APPDATA: data = ''} = env;
  if (process.platform === 'win32')
    return product === 'tofu' ? [join(data, 'tofu.rc'), join(data, 'terraform.rc')] : [join(data, 'terraform.rc')];
  return product === 'tofu' ? [join(home, '.tofurc'), join(home, '.terraformrc')] : [join(home, '.terraformrc')];
}

async function firstText(files: readonly string[]): Promise<string> {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return '';
}

/** The directories in which Terraform looks for packages if no installation method is configured. */
const implied = ({
  HOME: home = '',
  XDG_DATA_HOME: data = join(home, '.local/share'),
}: Environment): readonly string[] => [
  join(home, '.terraform.d/plugins'),
  join(data, 'terraform/plugins'),
  '/usr/local/share/terraform/plugins',
  '/usr/share/terraform/plugins',
];
