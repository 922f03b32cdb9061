/** Objects that were let go of but may still be held by somebody: found again as long as they live. */
export class Weakly<T extends object> {
  readonly #refs = new Map<string | number, WeakRef<T>>();
  readonly #dead = new FinalizationRegistry<string | number>((key) => {
    if (this.#refs.get(key)?.deref() === undefined) this.#refs.delete(key);
  });

  put(key: string | number, value: T): void {
    this.#refs.set(key, new WeakRef(value));
    this.#dead.register(value, key);
  }

  take(key: string | number): T | undefined {
    const ref = this.#refs.get(key);
    if (ref === undefined) return undefined;
    this.#refs.delete(key);
    return ref.deref();
  }
}
