/** As strong as an operator's must be, and nobody's. */
export const TEST_SECRET_KEY = "mC4vT9xWq2Lr7ZbH1sYn5KdF8gJp3RuA6eXo0VwQtNk";
