declare module 'postject' {
  /** Adds a resource to an executable for Linux (ELF), macOS (Mach-O) or Windows (PE), in place. */
  export function inject(
    file: string,
    resource: string,
    data: Buffer,
    options: {readonly sentinelFuse: string; readonly machoSegmentName: string},
  ): Promise<void>;
}
