import {startProgram} from '../../lib/start-program.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The command of the platform to open an address. The address is one argument, and no shell reads it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Reports whether a browser that is opened here is visible to the user at the terminal. */
export function hasBrowser(env: Env, platform: NodeJS.Platform = process.platform): boolean {
  // Over SSH, the browser would open on the remote machine.
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  if (OPENERS[platform] !== undefined) return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
}

/** Opens the address in a browser, without waiting for the browser. Returns false if the program does not exist. */
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
