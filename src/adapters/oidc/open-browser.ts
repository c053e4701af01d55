import {startProgram} from '../../lib/start-program.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The platform's own way to open an address; the address is one argument, and no shell reads it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether a browser that is opened here is seen by who sits at the terminal. */
export function hasBrowser(env: Env, platform: NodeJS.Platform = process.platform): boolean {
  // Over ssh the browser would be the other machine's.
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  if (OPENERS[platform] !== undefined) return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
}

/** False: there is no such program. What it does with the address is not waited for. */
export async function openBrowser(address: string, env: Env, platform = process.platform): Promise<boolean> {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  try {
    (
      await startProgram(program, [...args, address], {env, stdio: 'ignore', detached: true, windowsHide: true})
    ).unref();
    return true;
  } catch {
    return false;
  }
}
