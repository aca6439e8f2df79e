import { fireEvent, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { useWorkbenchKeys, type WorkbenchCommand } from "./workbench-keys.ts";

const heard: WorkbenchCommand[] = [];
function Keys() {
  useWorkbenchKeys((command) => void heard.push(command));
  return null;
}
const press = (target: Element, key: string, timeStamp: number) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  fireEvent(target, Object.defineProperty(event, "timeStamp", { value: timeStamp }));
};

it("LET-16: letters of a text whose field went while it was typed are no commands, until somebody pauses", () => {
  render(<Keys />);
  const field = document.body.appendChild(document.createElement("textarea"));
  press(field, "v", 0);
  field.remove();
  press(document.body, "i", 300);
  press(document.body, "r", 2000);
  press(document.body, "u", 3900);
  expect(heard).toEqual([]);
  press(document.body, "r", 6000);
  expect(heard).toEqual(["reject"]);
});

it("LET-16: a key that ends a text is followed by commands at once", () => {
  heard.length = 0;
  render(<Keys />);
  const field = document.body.appendChild(document.createElement("textarea"));
  press(field, "v", 0);
  press(field, "Enter", 100);
  field.remove();
  press(document.body, "j", 200);
  expect(heard).toEqual(["next"]);
});

it("LET-16: a click ends a text, and commands follow it at once", () => {
  heard.length = 0;
  render(<Keys />);
  const field = document.body.appendChild(document.createElement("input"));
  press(field, "v", 0);
  fireEvent.pointerDown(document.body);
  field.remove();
  press(document.body, "j", 200);
  expect(heard).toEqual(["next"]);
});

it("LET-16: the arrows walk through the queue when a text has gone with its field, and do not make it longer", () => {
  heard.length = 0;
  render(<Keys />);
  const field = document.body.appendChild(document.createElement("input"));
  press(field, "v", 0);
  field.remove();
  press(document.body, "ArrowDown", 1900);
  press(document.body, "r", 2100);
  expect(heard).toEqual(["next", "reject"]);
});

it("LET-16: a box that is ticked is no text, and commands follow it at once", () => {
  heard.length = 0;
  render(<Keys />);
  const box = document.body.appendChild(document.createElement("input"));
  box.type = "checkbox";
  press(box, " ", 0);
  box.remove();
  press(document.body, "j", 200);
  expect(heard).toEqual(["next"]);
});
