/** What a testee says of sessions: this protocol has no lifecycle. */

export interface Step {
  readonly does: string;
  readonly line: Uint8Array;
}

export function take(role: string, steps: readonly Step[]): undefined {
  void [role, steps];
}

export function see(steps: readonly Step[]): undefined {
  void steps;
}
