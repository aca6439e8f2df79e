import { expect, test } from "vitest";
import { isPageOf } from "./provider-pages.ts";

const ORIGINS = ["https://checkout.stripe.com", "http://localhost:3000"];

test.each([
  ["https://checkout.stripe.com/c/pay/cs_1#fid", true],
  ["http://localhost:3000/simulateur/carte/1", true],
  ["http://checkout.stripe.com/c/pay/cs_1", false],
  ["https://checkout.stripe.com:8443/c", false],
  ["https://checkout.stripe.com.ailleurs.example/c", false],
  ["https://checkout.stripe.com@ailleurs.example/c", false],
  ["https://compte:motdepasse@checkout.stripe.com/c", false],
  ["https://ailleurs.example/?https://checkout.stripe.com", false],
  ["javascript:alert(1)//https://checkout.stripe.com", false],
  ["data:text/html,https://checkout.stripe.com", false],
  ["//checkout.stripe.com/c", false],
  ["/c", false],
  ["", false],
])("%s is a page of the provider: %s", (url, expected) => {
  expect(isPageOf(url, ORIGINS)).toBe(expected);
});
