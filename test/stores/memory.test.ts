import { MemoryStore } from '../../src/stores/memory/store.ts';
import { conforms } from './conformance.ts';

conforms({ name: 'memory', open: () => new MemoryStore() });
